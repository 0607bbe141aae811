import { textOf } from '../../content/blob.js';
import { equalJson } from '../../content/canonical-json.js';
import { markdownFromDocument } from '../../content/document/to-markdown.js';
import type { EditContext } from '../../content/edit/content-edit.js';
import { destinationOf, targetsIn } from '../../content/links/references.js';
import { indexOf } from '../../content/manifest/page-index.js';
import { splitFrontMatter } from '../../content/markdown/front-matter.js';
import { ContentError, type Json, type Manifest } from '../../content/types.js';
import { pointingInto } from '../shared/content-errors.js';
import { readDocument } from './read-text.js';

/** A page's text as clients write it: Markdown, a document of blocks, or neither (an empty text). */
export interface DocumentInput {
  markdown?: string | null;
  document?: Json;
}

/** What a text is written into. */
export interface Place {
  manifest: Manifest;
  /** The page that has a text already; absent for a new one. */
  page?: string;
}

/**
 * The Markdown of a text; undefined where there is none to be written. A document that says what the page's text says leaves
 * that as it is: what was read is never refused, and Markdown that documents would write otherwise stays.
 * @throws ContentError for a text in both forms, and for a document that Markdown cannot say.
 */
export function writtenMarkdown(
  input: DocumentInput,
  { manifest, page }: Place,
  context: EditContext,
): string | undefined {
  const { pointer } = context;
  if (input.markdown != null && input.document != null) {
    throw new ContentError('`document` must have one of `markdown` and `document`, got both', `${pointer}/document`);
  }
  if (input.document == null) return input.markdown ?? undefined;
  const present = page === undefined ? null : presentDocument(manifest, page, context);
  if (present !== null && equalJson(present, input.document)) return undefined;
  const write = (document: Json) => markdownFromDocument(document, { destination: destinationOf(manifest) });
  const markdown = pointingInto(`${pointer}/document/document`, () => write(input.document!));
  return present !== null && markdown === unlessRefused(() => write(present)) ? undefined : markdown;
}

/** The document that a page has; null for a page without a text. */
function presentDocument(manifest: Manifest, pageId: string, { readBlob }: EditContext): Json | null {
  const page = indexOf(manifest).pageById.get(pageId)?.page;
  if (page?.type !== 'document' || !page.blob || !page.file) return null;
  const markdown = splitFrontMatter(textOf(readBlob(page.blob), page.file)).body;
  return readDocument({ markdown, file: page.file, targets: targetsIn(manifest) });
}

/** Pages hold more than documents can say: what one reads there may be refused where it is written. */
function unlessRefused(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}
