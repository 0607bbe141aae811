import { textOf } from '../../content/blob.js';
import type { ValueRecord } from '../../content/expressions/expression.js';
import { mayHaveExpressions } from '../../content/expressions/in-markdown.js';
import { targetsIn } from '../../content/links/references.js';
import { splitFrontMatter } from '../../content/markdown/front-matter.js';
import type { Json } from '../../content/types.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import { documentedEnum } from '../../graphql/enums.js';
import { computedText } from '../computed/computed-text.js';
import { doWork } from '../content-work/do-work.js';
import type { Reading } from '../content-work/read-text.js';
import { spacesById } from '../spaces/loaders.js';
import type { PageView } from './content-view.js';
import { addressKey, blobs } from './loaders.js';
import { seenByExpressions } from './page-evaluation.js';
import { JSONDocument } from './scalars.js';

/** How a page's text is given. */
export const DocumentFormat = documentedEnum('DocumentFormat', "How a page's text is given.", {
  document: 'As a tree of blocks.',
  markdown: 'As Markdown, the form it is stored in.',
});

/** Which expressions of a text are evaluated (`evaluated` of the contract). */
export const EvaluatedMode = documentedEnum('EvaluatedMode', 'Which expressions of a text are evaluated.', {
  true: 'All.',
  false: 'None.',
  'deterministic-only': 'Those that ask neither the clock, nor chance, nor the visitor.',
});

/** A page's text in one of its formats. */
export const PageContent = builder.objectRef<{ markdown: string | null; document: Json }>('PageContent').implement({
  description: "A page's text in the format asked for; the other member is null.",
  extensions: { guard: embedded },
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'Markdown without front matter.' }),
    document: t.expose('document', { type: JSONDocument, nullable: true, description: 'The tree of blocks.' }),
  }),
});

/** The Markdown text of a document page, without front matter; null for other pages. One blob is read. */
export async function markdownOf(context: Context, { page, content }: PageView): Promise<string | null> {
  if (page.type !== 'document' || !page.blob) return null;
  const { organizationId } = content.revision;
  const bytes = await context.loaders.load(blobs, addressKey({ organizationId, hash: page.blob }));
  if (!bytes) throw new Error(`The blob ${page.blob} of page ${page.id} is missing from the store`);
  return splitFrontMatter(textOf(bytes, page.file ?? page.id)).body;
}

/** The block tree of a document page, derived from its Markdown; null for other pages. */
export async function documentOf(context: Context, view: PageView): Promise<Json> {
  const markdown = await markdownOf(context, view);
  if (markdown === null) return null;
  await context.pay(markdown.length);
  return doWork('document', readingOf(view, markdown), { weight: markdown.length });
}

/** How the text of a page is asked for. */
export interface TextRequest {
  format: 'document' | 'markdown';
  evaluated: 'true' | 'false' | 'deterministic-only';
  /** Whether a text may be computed where the page has none of its own. */
  computed: boolean;
  /** Claims of the visitor who reads it on a site. */
  claims?: ValueRecord;
}

/**
 * The text of a page in one format, its expressions evaluated as asked, which costs no batch of its own; both are null
 * where it has no text. What a specification says holds no expressions.
 */
export async function contentOf(context: Context, view: PageView, request: TextRequest) {
  const { format, computed } = request;
  const markdown = await markdownOf(context, view);
  if (markdown !== null) {
    if (format === 'document' || request.evaluated !== 'false') await context.pay(markdown.length);
    return inFormat(format, await writtenText(context, { view, markdown }, request));
  }
  const found = computed ? await computedText(context, view) : null;
  if (found === null) return { markdown: null, document: null };
  if ('page' in found) return contentOf(context, found.page, { ...request, computed: false });
  return inFormat(format, { markdown: () => found.markdown, document: () => found.document });
}

/** A text that is made in the format asked for only. */
interface Text {
  markdown(): string | Promise<string>;
  document(): Json | Promise<Json>;
}

async function inFormat(
  format: TextRequest['format'],
  text: Text,
): Promise<{ markdown: string | null; document: Json }> {
  return format === 'markdown'
    ? { markdown: await text.markdown(), document: null }
    : { markdown: null, document: await text.document() };
}

async function writtenText(
  context: Context,
  { view, markdown }: { view: PageView; markdown: string },
  { evaluated, claims }: TextRequest,
): Promise<Text> {
  const reading = readingOf(view, markdown);
  if (evaluated !== 'false') {
    const scope = { page: view.page, manifest: view.content.manifest, claims };
    const spaceTitle = await titleFor(context, view, markdown);
    reading.evaluated = { mode: evaluated, roots: seenByExpressions({ ...scope, spaceTitle }) };
  }
  const size = { weight: markdown.length };
  return {
    markdown: () => (reading.evaluated ? doWork('markdown', reading, size) : markdown),
    document: () => doWork('document', reading, size),
  };
}

/** The title of the space: a batch only where the request has not loaded it and the text may ask for it. */
async function titleFor({ loaders }: Context, { content }: PageView, markdown: string): Promise<string | undefined> {
  if (!mayHaveExpressions(markdown)) return undefined;
  return (await loaders.load(spacesById, content.revision.spaceId))?.title;
}

function readingOf({ page, content }: PageView, markdown: string): Reading {
  return { markdown, file: page.file ?? '', targets: targetsIn(content.manifest) };
}
