import { hashOf } from '../../engine/base/blob.js';
import { canonicalJson } from '../../engine/base/canonical-json.js';
import type { Hash } from '../../engine/base/types.js';
import type { GlossaryEntry } from '../../engine/translation/glossary.js';
import type { SourceText } from '../../engine/translation/space/texts-to-translate.js';
import { chunksWithin } from '../../platform/arrays/chunks-of.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { doWork } from '../content/content-work/do-work.js';
import type { KnownPages, PageInput } from './last-run-pages.js';
import type { MemoryKeyParameters } from './memory.js';
import type { SourceContent } from './read-source.js';

/** Texts that are processed together, and the hashes of their segments. */
interface TextGroup {
  pages: { id: string; markdown: string }[];
  hashes: string[];
}

/** Parts of a source that are translated. */
export interface TranslatableContent {
  /** Texts to translate, without duplicates. */
  texts: SourceText[];
  /** Keys of the headings that links in the source refer to. */
  anchors: ReadonlySet<string>;
  groups: TextGroup[];
  /** Inputs of the machine translation of each page, by page id. */
  inputs: ReadonlyMap<string, PageInput>;
  /** Ids of the pages whose machine translation from the last run is still valid. */
  reusablePageIds: string[];
}

/** Parameters of a translation, with its glossary. */
export interface TranslationParameters extends MemoryKeyParameters {
  glossary: readonly GlossaryEntry[];
}

/** Maximum number of texts in one task of a worker thread, and maximum total length of the texts in characters. */
const taskLimits = { items: 200, bytes: 524_288 };

/** Part of the input key. Increment it when a change of the code changes the translation of the same input. */
const outputVersion = 1;

/** Returns the parts of a source that are translated. Processes several texts at a time, and skips unchanged pages. */
export async function collectSegments(
  content: SourceContent,
  parameters: TranslationParameters,
  known: KnownPages,
): Promise<TranslatableContent> {
  const collector = createCollector(content, parameters);
  await collect(collector, []);
  const hashes = new Map<string, Hash>();
  await forEachYielding(content.texts, ([id, markdown]) => void hashes.set(id, hashOf(markdown)));
  const isKnown = (id: string): boolean => known.get(id)?.sourceHash === hashes.get(id);
  const ids = [...content.texts.keys()];
  await collectAll(
    collector,
    ids.filter((id) => !isKnown(id)),
  );
  for (const id of ids.filter(isKnown)) collector.anchors.set(id, known.get(id)!.anchors);
  const anchors = new Set([...collector.anchors.values()].flat());
  const inputKeyFor = inputKeys(parameters, anchors);
  const inputs = new Map(
    ids.map((id) => {
      const sourceHash = hashes.get(id)!;
      return [id, { sourceHash, anchors: collector.anchors.get(id)!, inputKey: inputKeyFor(sourceHash) }];
    }),
  );
  const isReusable = (id: string): boolean => isKnown(id) && known.get(id)!.inputKey === inputs.get(id)!.inputKey;
  await collectAll(
    collector,
    ids.filter((id) => isKnown(id) && !isReusable(id)),
  );
  return {
    texts: [...collector.texts.values()],
    anchors,
    groups: collector.groups,
    inputs,
    reusablePageIds: ids.filter(isReusable),
  };
}

/** Parts that were found so far. */
interface SegmentCollector {
  content: SourceContent;
  parameters: TranslationParameters;
  texts: Map<string, SourceText>;
  /** Keys of the headings that links refer to, by the id of the page that contains the links. */
  anchors: Map<string, string[]>;
  groups: TextGroup[];
}

function createCollector(content: SourceContent, parameters: TranslationParameters): SegmentCollector {
  return { content, parameters, texts: new Map(), anchors: new Map(), groups: [] };
}

async function collectAll(collector: SegmentCollector, ids: readonly string[]): Promise<void> {
  const pages = ids.map((id) => ({ id, markdown: collector.content.texts.get(id)! }));
  for (const some of chunksWithin(pages, taskLimits, ({ markdown }) => markdown.length)) {
    collector.groups.push({ pages: some, hashes: await collect(collector, some) });
  }
}

/** Collects the texts to translate in some pages, or in the titles if there are no pages. Returns their hashes. */
async function collect(
  { content, parameters, texts, anchors }: SegmentCollector,
  pages: TextGroup['pages'],
): Promise<string[]> {
  const { from, to, glossary } = parameters;
  const { organizationId: tenant } = content;
  const titles = pages.length === 0 ? content.titles : [];
  const markdown = pages.map((page) => page.markdown);
  const weight = [...markdown, ...titles].reduce((sum, text) => sum + text.length, 0);
  const segments = await doWork('askedTexts', { pages: markdown, titles, glossary, from, to }, { tenant, weight });
  for (const text of segments.texts) if (!texts.has(text.hash)) texts.set(text.hash, text);
  for (const [index, { id }] of pages.entries()) anchors.set(id, segments.anchors[index]!);
  return segments.texts.map(({ hash }) => hash);
}

/**
 * Returns a function that maps the hash of a page's source text to the hash of all inputs of its machine translation.
 */
function inputKeys(parameters: TranslationParameters, anchors: ReadonlySet<string>): (sourceHash: Hash) => string {
  const { provider, from, to, instructions, glossary } = parameters;
  const terms = glossary.map(({ translations }) => [translations[from]!, translations[to]!]);
  const common = hashOf(canonicalJson([outputVersion, provider, from, to, instructions, terms, [...anchors].sort()]));
  return (sourceHash) => hashOf(`${common} ${sourceHash}`);
}
