import { textOf } from '../../content/blob.js';
import { documentFromMarkdown } from '../../content/document/from-markdown.js';
import { splitFrontMatter } from '../../content/front-matter.js';
import type { Json } from '../../content/types.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import { documentedEnum } from '../../graphql/enums.js';
import type { PageView } from './content-view.js';
import { addressKey, blobs } from './loaders.js';
import { referenceResolver } from './references.js';

/** How a page's text is given. */
export const DocumentFormat = documentedEnum('DocumentFormat', "How a page's text is given.", {
  document: 'As a tree of blocks.',
  markdown: 'As Markdown, the form it is stored in.',
});

/** Which expressions of a text are evaluated (`evaluated` of the contract). */
export const EvaluatedMode = documentedEnum('EvaluatedMode', 'Which expressions of a text are evaluated.', {
  true: 'All.',
  false: 'None.',
  'deterministic-only': 'Those whose inputs are always the same.',
});

/** A page's text in one of its formats. */
export const PageContent = builder.objectRef<{ markdown: string | null; document: Json }>('PageContent').implement({
  description: "A page's text in the format asked for; the other member is null.",
  extensions: { guard: embedded },
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'Markdown without front matter.' }),
    document: t.expose('document', { type: 'JSONDocument', nullable: true, description: 'The tree of blocks.' }),
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
  return documentFromMarkdown(markdown, { resolve: referenceResolver(view) }) as unknown as Json;
}
