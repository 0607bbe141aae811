import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { decodeTextFile } from '../../../engine/base/blob.js';
import type { Json } from '../../../engine/base/types.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { mayHaveExpressions } from '../../../engine/text/expressions/in-markdown.js';
import { type ResolveTarget, rewriteLinks } from '../../../engine/text/links/rewrite-links.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';
import { cachedTargets } from '../../../engine/tree/links/references.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { renderText } from '../../../render/html/render-text.js';
import type { RenderedText } from '../../../render/html/rendered.js';
import { doWork } from '../content-work/do-work.js';
import { computeDocument, getCachedDocument, type TextAtPath, unpackDocument } from '../content-work/document-cache.js';
import type { EvaluationInputs, TextInput } from '../content-work/read-text.js';
import { spacesById } from '../spaces/loaders.js';
import { computedText } from './computed-text.js';
import type { PageView } from './content-view.js';
import { includeFiles } from './included-files.js';
import { addressKey, blobs } from './loaders.js';
import { expressionRootsOf } from './page-evaluation.js';
import { JSONDocument } from './scalars.js';

/** Format of the text of a page. */
export const DocumentFormat = documentedEnum(
  'DocumentFormat',
  { description: 'Format of the text of a page.', rest: { alias: 'documentFormat' } },
  { document: 'As a tree of blocks.', markdown: 'As Markdown, the stored form.' },
);

/** Mode that selects the expressions of a text to evaluate (argument `evaluated`). */
export const EvaluatedMode = documentedEnum('EvaluatedMode', 'Expressions of a text that are evaluated.', {
  true: 'All.',
  false: 'None.',
  'deterministic-only': 'Expressions that depend neither on the time, nor on chance, nor on the visitor.',
});

/** A page's text in one of its formats. */
export const PageContent = builder.objectRef<{ markdown: string | null; document: Json }>('PageContent').implement({
  description: 'Text of a page in the selected format; the other member is null.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'Markdown without front matter.' }),
    document: t.expose('document', { type: JSONDocument, nullable: true, description: 'The tree of blocks.' }),
  }),
});

/**
 * Returns the Markdown text of a document page, without front matter; null for other pages. Reads one blob.
 * @param linkTo returns the new destinations of links to pages and files of the revision; null leaves a link unchanged
 */
export async function markdownOf(
  context: Context,
  { page, content }: PageView,
  linkTo?: ResolveTarget,
): Promise<string | null> {
  if (page.type !== 'document' || !page.blob) return null;
  const { organizationId } = content.revision;
  const bytes = await context.loaders.load(blobs, addressKey({ organizationId, hash: page.blob }));
  if (!bytes) throw new Error(`The blob ${page.blob} of page ${page.id} is missing from the store`);
  const read = (): string => decodeTextFile(bytes, page.file ?? page.id);
  if (linkTo) return splitFrontMatter(rewriteLinks(read(), page.links ?? [], linkTo)).body;
  // Decodes the text once, because a request may read it under many aliases.
  return context.loaders.once(`markdown ${page.blob}`, () => splitFrontMatter(read()).body);
}

/**
 * Returns the block tree of a document page; null for other pages. Derives it from the page's Markdown, which is read
 * only if the tree is not cached.
 */
export async function readPageDocument(context: Context, view: PageView): Promise<Json> {
  const stored = storedTextOf(view);
  if (stored === null) return null;
  const { id } = view.content.revision;
  let isFirst = false;
  const { tree, length } = await context.loaders.once(`document ${id} ${view.page.id}`, () => {
    isFirst = true;
    return readDocumentAndPay(context, view, stored);
  });
  // Each alias of a request is charged as if its text were read separately.
  if (!isFirst) await context.pay(length);
  return tree;
}

/** Returns the block tree of a page and the length of its Markdown in characters. Charges the caller for the length. */
async function readDocumentAndPay(
  context: Context,
  view: PageView,
  stored: TextAtPath,
): Promise<{ tree: Json; length: number }> {
  const { organizationId: tenant } = view.content.revision;
  const cached = getCachedDocument(stored);
  if (cached) await context.pay(cached.length);
  const read = async (): Promise<string> => {
    const markdown = (await markdownOf(context, view))!;
    await context.pay(markdown.length);
    return markdown;
  };
  const document = cached ?? (await computeDocument(stored, { tenant, read, pay: context.pay }));
  return { tree: await unpackDocument(document), length: document.length };
}

/** Options for reading the text of a page. */
export interface TextRequest {
  format: 'document' | 'markdown';
  evaluated: 'true' | 'false' | 'deterministic-only';
  /** Whether to compute the text of a page that has none of its own. */
  computed: boolean;
  /** Claims of the visitor of a site who reads the text. */
  claims?: ValueRecord | undefined;
  /** Returns the new destination of a link in the text. */
  linkTo?: ResolveTarget;
}

/**
 * Returns the text of a page in one format, with its expressions evaluated as requested. The evaluation may need one
 * batch of queries, for the title of the space. Both members are null if the page has no text. Texts from
 * specifications contain no expressions.
 */
export async function readPageContent(context: Context, view: PageView, { format, ...request }: TextRequest) {
  const isPlain = format === 'document' && request.evaluated === 'false' && !request.linkTo;
  if (isPlain && storedTextOf(view)) return { markdown: null, document: await readPageDocument(context, view) };
  const text = await pageText(context, view, request);
  if (text === null) return { markdown: null, document: null };
  if (format === 'document' || request.evaluated !== 'false') await context.pay(text.source?.length ?? 0);
  return inFormat(format, text);
}

/** A text as HTML for pages of sites, and the inputs that its expressions read. */
interface RenderedPage {
  text: RenderedText;
  inputs: EvaluationInputs;
}

/** The text of a page. Each format is only computed when it is requested. */
export interface Text {
  markdown(): string | Promise<string>;
  document(): Json | Promise<Json>;
  /** HTML for pages of sites. */
  html(): RenderedPage | Promise<RenderedPage>;
  /**
   * Markdown source of the text. A caller that converts the source charges for its length. Null if the text is
   * computed.
   */
  source: string | null;
  /** Cost of rendering the HTML, in characters of Markdown. */
  weight: number;
}

/** Returns the text of a page, with its expressions evaluated as requested; null if it has none. */
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
    html: () => ({ text: renderText(document), inputs: { claims: false, world: false } }),
    source: null,
    weight: 0,
  };
}

/**
 * Returns a text that pages of a revision share (`reusableContents`), with expressions evaluated for one page. Null if
 * there is none.
 */
export async function sharedText(
  context: Context,
  { view, id }: { view: PageView; id: string },
  request: Omit<TextRequest, 'format' | 'computed'>,
): Promise<Text | null> {
  const { manifest, revision } = view.content;
  const shared = manifestIndex(manifest).reusableById.get(id);
  if (!shared?.blob) return null;
  const bytes = await context.loaders.load(
    blobs,
    addressKey({ organizationId: revision.organizationId, hash: shared.blob }),
  );
  if (!bytes) throw new Error(`The blob ${shared.blob} of the shared text ${id} is missing from the store`);
  const markdown = splitFrontMatter(decodeTextFile(bytes, id)).body;
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

/** Rendering a text with formulas takes this many times as long as a text of the same length without formulas. */
const formulaWeight = 8;

async function writtenText(
  context: Context,
  { view, markdown }: { view: PageView; markdown: string },
  { evaluated, claims }: Omit<TextRequest, 'format'>,
): Promise<Text> {
  const input = textInputOf(view, markdown);
  if (evaluated !== 'false') {
    const scope = { page: view.page, manifest: view.content.manifest, claims };
    const spaceTitle = await spaceTitleFor(context, view, markdown);
    const time = evaluated === 'true' && { now: Date.now() };
    input.evaluated = { mode: evaluated, roots: expressionRootsOf({ ...scope, spaceTitle }), ...time };
  }
  const { organizationId: tenant } = view.content.revision;
  const size = { tenant, weight: markdown.length };
  const weight = markdown.length * (markdown.includes('$$') ? formulaWeight : 1);
  return {
    markdown: () => (input.evaluated ? doWork('markdown', input, size) : markdown),
    document: () => doWork('document', input, size),
    html: async () => {
      const markdownWithFiles = await includeFiles(context, view, markdown);
      return doWork(
        'html',
        { ...input, markdown: markdownWithFiles },
        { tenant, weight: weight + markdownWithFiles.length - markdown.length },
      );
    },
    source: markdown,
    weight,
  };
}

/**
 * Returns the title of the space if expressions of the text may read it. Needs a query only if the request has not
 * loaded the space.
 */
async function spaceTitleFor(
  { loaders }: Context,
  { content }: PageView,
  markdown: string,
): Promise<string | undefined> {
  if (!mayHaveExpressions(markdown)) return undefined;
  return (await loaders.load(spacesById, content.revision.spaceId))?.title;
}

/**
 * Returns the blob, the path and the link targets of a document page; null for other pages, and for a page without a
 * stored text.
 */
function storedTextOf({ page, content }: PageView): TextAtPath | null {
  const { type, blob, file = '' } = page;
  return type === 'document' && blob ? { blob, file, targets: cachedTargets(content.manifest) } : null;
}

function textInputOf({ page, content }: PageView, markdown: string): TextInput {
  return { markdown, file: page.file ?? '', targets: cachedTargets(content.manifest) };
}
