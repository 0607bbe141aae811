import { brokenRule } from '../../engine/translation/check-translation.js';
import { segmentOfTitle } from '../../engine/translation/segments.js';
import type { RefusedTranslation } from '../../engine/translation/translate-page.js';
import type { StoredTexts } from '../../engine/tree/pages/blobs.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { doWork } from '../content/content-work/do-work.js';
import type { TranslatableContent } from './collect-segments.js';
import type { SourceContent } from './read-source.js';

/** A source, and the known translations of its texts. */
export interface TranslatedTexts {
  content: SourceContent;
  translatable: TranslatableContent;
  /** Translations by the hash of their segment. Some may be invalid; `translateSource` detects and refuses them. */
  answers: ReadonlyMap<string, string>;
  /** Machine-translated texts of the last run that are still valid, by page id. */
  lastRunTexts: ReadonlyMap<string, string>;
}

/** Machine translation of a source. */
export interface MachineContent extends StoredTexts {
  /** Texts that are still in the language of the source, by page. */
  refused: Map<string, RefusedTranslation[]>;
  /** Translations of titles and descriptions. */
  titles: Map<string, string>;
}

/**
 * Translates a source with the known translations.
 * @throws ContentError for a text over 1 MiB
 */
export async function translateSource({
  content,
  translatable,
  answers,
  lastRunTexts,
}: TranslatedTexts): Promise<MachineContent> {
  const { organizationId: tenant } = content;
  const texts = new Map(lastRunTexts);
  const refused = new Map<string, RefusedTranslation[]>();
  for (const { pages, hashes } of translatable.groups) {
    const weight = pages.reduce((sum, { markdown }) => sum + markdown.length, 0);
    const own = new Map(hashes.flatMap((hash) => (answers.has(hash) ? [[hash, answers.get(hash)!]] : [])));
    const translated = await doWork(
      'translateTexts',
      { pages, answers: own, anchors: translatable.anchors },
      { tenant, weight },
    );
    for (const page of translated) {
      texts.set(page.id, page.markdown);
      if (page.refused.length > 0) refused.set(page.id, page.refused);
    }
  }
  const titles = await titlesIn(content.titles, answers);
  const weight = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  const reusedTexts = await doWork(
    'translatedManifest',
    { manifest: content.manifest, titles, texts },
    { tenant, weight },
  );
  return { ...reusedTexts, refused, titles };
}

async function titlesIn(titles: readonly string[], answers: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await forEachYielding(titles, (title) => {
    const segment = segmentOfTitle(title);
    const answer = segment && answers.get(segment.hash);
    if (answer !== undefined && brokenRule(segment!.text, answer) === null) found.set(title, answer);
  });
  return found;
}
