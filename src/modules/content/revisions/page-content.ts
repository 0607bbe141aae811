import type { Context } from '../../../api/graphql/execution/context.js';
import { embedded } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { textOf } from '../../../engine/base/blob.js';
import type { Json } from '../../../engine/base/types.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { mayHaveExpressions } from '../../../engine/text/expressions/in-markdown.js';
import { type LinkTo, relinked } from '../../../engine/text/links/relinked.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';
import { targetsIn } from '../../../engine/tree/links/references.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { renderText } from '../../../render/html/render-text.js';
import type { RenderedText } from '../../../render/html/rendered.js';
import { doWork } from '../content-work/do-work.js';
import { computeDocument, getCachedDocument, type PlacedText, treeOf } from '../content-work/document-cache.js';
import type { Asked, Reading } from '../content-work/read-text.js';
import { spacesById } from '../spaces/loaders.js';
import { computedText } from './computed-text.js';
import type { PageView } from './content-view.js';
import { includeFiles } from './included-files.js';
import { addressKey, blobs } from './loaders.js';
import { seenByExpressions } from './page-evaluation.js';
import { JSONDocument } from './scalars.js';

/** How a page's text is given. */
export const DocumentFormat = documentedEnum(
  'DocumentFormat',
  { description: 'Format of the text of a page.', rest: { alias: 'documentFormat' } },
  { document: 'As a tree of blocks.', markdown: 'As Markdown, the stored form.' },
);

/** Which expressions of a text are evaluated (`evaluated` of the contract). */
export const EvaluatedMode = documentedEnum('EvaluatedMode', 'Expressions of a text that are evaluated.', {
  true: 'All.',
  false: 'None.',
  'deterministic-only': 'Expressions that depend neither on the time, nor on chance, nor on the visitor.',
});

/** A page's text in one of its formats. */
export const PageContent = builder.objectRef<{ markdown: string | null; document: Json }>('PageContent').implement({
  description: 'Text of a page in the selected format; the other member is null.',
  extensions: { guard: embedded },
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'Markdown without front matter.' }),
    document: t.expose('document', { type: JSONDocument, nullable: true, description: 'The tree of blocks.' }),
  }),
});

/**
 * The Markdown text of a document page, without front matter; null for other pages. One blob is read.
 * @param linkTo where links to pages and files of the revision lead in place of what is written; null leaves one as it is
 */
export async function markdownOf(
  context: Context,
  { page, content }: PageView,
  linkTo?: LinkTo,
): Promise<string | null> {
  if (page.type !== 'document' || !page.blob) return null;
  const { organizationId } = content.revision;
  const bytes = await context.loaders.load(blobs, addressKey({ organizationId, hash: page.blob }));
  if (!bytes) throw new Error(`The blob ${page.blob} of page ${page.id} is missing from the store`);
  const read = (): string => textOf(bytes, page.file ?? page.id);
  if (linkTo) return splitFrontMatter(relinked(read(), page.links ?? [], linkTo)).body;
  // A call may ask for the same text under many aliases.
  return context.loaders.once(`markdown ${page.blob}`, () => splitFrontMatter(read()).body);
}

/** The block tree of a document page, derived from its Markdown, which is read unless the tree is in memory; null for other pages. */
export async function documentOf(context: Context, view: PageView): Promise<Json> {
  const placed = placedText(view);
  if (placed === null) return null;
  const { id } = view.content.revision;
  let isFirst = false;
  const { tree, length } = await context.loaders.once(`document ${id} ${view.page.id}`, () => {
    isFirst = true;
    return paidDocument(context, view, placed);
  });
  // Each alias of a call pays, as for a text of its own.
  if (!isFirst) await context.pay(length);
  return tree;
}

/** The block tree of a page and the characters of its Markdown, which are paid for. */
async function paidDocument(
  context: Context,
  view: PageView,
  placed: PlacedText,
): Promise<{ tree: Json; length: number }> {
  const { organizationId: tenant } = view.content.revision;
  const kept = getCachedDocument(placed);
  if (kept) await context.pay(kept.length);
  const read = async (): Promise<string> => {
    const markdown = (await markdownOf(context, view))!;
    await context.pay(markdown.length);
    return markdown;
  };
  const document = kept ?? (await computeDocument(placed, { tenant, read, pay: context.pay }));
  return { tree: await treeOf(document), length: document.length };
}

/** How the text of a page is asked for. */
export interface TextRequest {
  format: 'document' | 'markdown';
  evaluated: 'true' | 'false' | 'deterministic-only';
  /** Whether a text may be computed where the page has none of its own. */
  computed: boolean;
  /** Claims of the visitor who reads it on a site. */
  claims?: ValueRecord | undefined;
  /** Where its links lead in place of what is written. */
  linkTo?: LinkTo;
}

/**
 * The text of a page in one format, its expressions evaluated as asked, which costs no batch of its own; both are null
 * where it has no text. What a specification says holds no expressions.
 */
export async function contentOf(context: Context, view: PageView, { format, ...request }: TextRequest) {
  const isPlain = format === 'document' && request.evaluated === 'false' && !request.linkTo;
  if (isPlain && placedText(view)) return { markdown: null, document: await documentOf(context, view) };
  const text = await pageText(context, view, request);
  if (text === null) return { markdown: null, document: null };
  if (format === 'document' || request.evaluated !== 'false') await context.pay(text.source?.length ?? 0);
  return inFormat(format, text);
}

/** A text for pages of sites, and what its expressions asked for. */
interface RenderedPage {
  text: RenderedText;
  asked: Asked;
}

/** A text that is made in the format asked for only. */
export interface Text {
  markdown(): string | Promise<string>;
  document(): Json | Promise<Json>;
  /** For pages of sites. */
  html(): RenderedPage | Promise<RenderedPage>;
  /** The Markdown that it is made of, which whoever asks for more than that pays for; null where it was computed. */
  source: string | null;
  /** Characters of Markdown that making HTML of it costs as much as. */
  weight: number;
}

/** The text of a page, its expressions evaluated as asked; null where it has none. */
export async function pageText(
  context: Context,
  view: PageView,
  request: Omit<TextRequest, 'format'>,
): Promise<Text | null> {
  const markdown = await markdownOf(context, view, request.linkTo);
  if (markdown !== null) return writtenText(context, { view, markdown }, request);
  const found = request.computed ? await computedText(context, view) : null;
  if (found === null) return null;
  if ('page' in found) return pageText(context, found.page, { ...request, computed: false });
  const { document } = found;
  return {
    markdown: () => found.markdown,
    document: () => document,
    html: () => ({ text: renderText(document), asked: { claims: false, world: false } }),
    source: null,
    weight: 0,
  };
}

/** A text that pages of a revision share (`reusableContents`), with the expressions of one page; null where there is none. */
export async function sharedText(
  context: Context,
  { view, id }: { view: PageView; id: string },
  request: Omit<TextRequest, 'format' | 'computed'>,
): Promise<Text | null> {
  const { manifest, revision } = view.content;
  const shared = indexOf(manifest).reusableById.get(id);
  if (!shared?.blob) return null;
  const bytes = await context.loaders.load(
    blobs,
    addressKey({ organizationId: revision.organizationId, hash: shared.blob }),
  );
  if (!bytes) throw new Error(`The blob ${shared.blob} of the shared text ${id} is missing from the store`);
  const markdown = splitFrontMatter(textOf(bytes, id)).body;
  const page = { ...view.page, file: shared.file ?? '' };
  return writtenText(context, { view: { ...view, page }, markdown }, { ...request, computed: false });
}

async function inFormat(
  format: TextRequest['format'],
  text: Text,
): Promise<{ markdown: string | null; document: Json }> {
  return format === 'markdown'
    ? { markdown: await text.markdown(), document: null }
    : { markdown: null, document: await text.document() };
}

/** A formula takes so many times as long to be shown as text of its length. */
const formulaWeight = 8;

async function writtenText(
  context: Context,
  { view, markdown }: { view: PageView; markdown: string },
  { evaluated, claims }: Omit<TextRequest, 'format'>,
): Promise<Text> {
  const reading = readingOf(view, markdown);
  if (evaluated !== 'false') {
    const scope = { page: view.page, manifest: view.content.manifest, claims };
    const spaceTitle = await titleFor(context, view, markdown);
    const time = evaluated === 'true' && { now: Date.now() };
    reading.evaluated = { mode: evaluated, roots: seenByExpressions({ ...scope, spaceTitle }), ...time };
  }
  const { organizationId: tenant } = view.content.revision;
  const size = { tenant, weight: markdown.length };
  const weight = markdown.length * (markdown.includes('$$') ? formulaWeight : 1);
  return {
    markdown: () => (reading.evaluated ? doWork('markdown', reading, size) : markdown),
    document: () => doWork('document', reading, size),
    html: async () => {
      const shown = await includeFiles(context, view, markdown);
      return doWork(
        'html',
        { ...reading, markdown: shown },
        { tenant, weight: weight + shown.length - markdown.length },
      );
    },
    source: markdown,
    weight,
  };
}

/** The title of the space: a batch only where the request has not loaded it and the text may ask for it. */
async function titleFor({ loaders }: Context, { content }: PageView, markdown: string): Promise<string | undefined> {
  if (!mayHaveExpressions(markdown)) return undefined;
  return (await loaders.load(spacesById, content.revision.spaceId))?.title;
}

/** The text of a document page as it is kept; null for other pages, and where there is none. */
function placedText({ page, content }: PageView): PlacedText | null {
  const { type, blob, file = '' } = page;
  return type === 'document' && blob ? { blob, file, targets: targetsIn(content.manifest) } : null;
}

function readingOf({ page, content }: PageView, markdown: string): Reading {
  return { markdown, file: page.file ?? '', targets: targetsIn(content.manifest) };
}
