import { textOf } from '../../../engine/base/blob.js';
import { equalJson } from '../../../engine/base/canonical-json.js';
import { ContentError, type ContentRef, type Json, type Manifest } from '../../../engine/base/types.js';
import { unlessRefused } from '../../../engine/base/unless-refused.js';
import type { ContentEdit, EditContext } from '../../../engine/change/edit/content-edit.js';
import { keepSource } from '../../../engine/change/edit/kept-source.js';
import { type ReadOptions, readPage } from '../../../engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../engine/text/document/to-markdown.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';
import {
  addressOf,
  type ClientTargets,
  type Named,
  writeClientLinks,
} from '../../../engine/tree/links/client-links.js';
import { destinationOf, referenceResolver, targetsIn } from '../../../engine/tree/links/references.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { storeTexts } from '../../../engine/tree/pages/blobs.js';
import { pointingInto } from '../../shared/content-errors.js';
import type { Reading } from './read-text.js';

/** A page's text as clients write it: Markdown, a document of blocks, or neither (an empty text). */
export interface DocumentInput {
  markdown?: string | null;
  document?: Json;
}

/** Where a text is written. */
export interface TextContext extends EditContext {
  /** What the request inserts, by its `ref`. */
  refs: ReadonlyMap<string, Named>;
}

/** What a text is written into. */
export interface Place {
  manifest: Manifest;
  /** The page that has a text already; absent for a new one. */
  page?: string;
}

/**
 * The Markdown of a text; undefined where there is none to be written. A document that says what the page's text says leaves
 * that as it is: what was read is never refused, and Markdown that documents would write otherwise stays. Of any other document,
 * the blocks that are as before keep their lines.
 * @throws ContentError for a text in both forms, and for a document that Markdown cannot say.
 */
export function writtenMarkdown(
  input: DocumentInput,
  { manifest, page }: Place,
  context: TextContext,
): string | undefined {
  const { pointer, refs } = context;
  requireOneForm(input, `${pointer}/document`);
  if (input.document == null) {
    return input.markdown == null ? undefined : writeClientLinks(input.markdown, { manifest, refs });
  }
  const present = page === undefined ? null : presentText(manifest, page, context);
  const read = present && readPage(present.markdown, optionsOf(present));
  const document = read && (read.document as unknown as Json);
  if (document && equalJson(document, input.document)) return undefined;
  const destination = destinationNaming({ manifest, refs });
  const write = (written: Json) => markdownFromDocument(written, { destination });
  const markdown = pointingInto(`${pointer}/document/document`, () => write(input.document!));
  if (document && markdown === unlessRefused(() => write(document))) return undefined;
  if (!present) return writeClientLinks(markdown, { manifest, refs });
  const { nodes } = input.document as { nodes: Json[] };
  const replacement = { present: present.markdown, read: read!, nodes, options: optionsOf(present), write };
  const kept = unlessRefused(() => keepSource(markdown, replacement));
  return writeClientLinks(kept ?? markdown, { manifest, refs });
}

function optionsOf({ file, targets }: Reading): ReadOptions {
  return { resolve: referenceResolver(file, targets) };
}

/** A document that a comment consists of. */
export interface CommentDocument {
  document: Json;
  /** The tree that its links lead into. */
  manifest: Manifest;
  /** Where it stands in the request, for errors. */
  pointer: string;
}

/** The Markdown of a comment. @throws ContentError for a document that Markdown cannot say. */
export function writeComment({ document, manifest, pointer }: CommentDocument): string {
  return pointingInto(pointer, () => markdownFromDocument(document, { destination: destinationOf(manifest) }));
}

/** Refuses a text that is given twice; `pointer` is that of the member that holds it. @throws ContentError */
export function requireOneForm({ markdown, document }: DocumentInput, pointer: string): void {
  if (markdown == null || document == null) return;
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  throw new ContentError(`\`${name}\` must have one of \`markdown\` and \`document\` (got both)`, pointer);
}

/** As `destinationOf`, for references that name something by a `ref`, too. */
function destinationNaming({ manifest, refs }: ClientTargets): (ref: ContentRef) => string {
  const destination = destinationOf(manifest);
  return (ref) => {
    const kind = ref.kind === 'anchor' ? 'page' : ref.kind;
    const named = (kind === 'page' || kind === 'file') && !ref.space ? refs.get(String(ref[kind])) : undefined;
    if (named?.kind !== kind) return destination(ref);
    const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : '';
    return addressOf(named, manifest, encodeURI) + anchor;
  };
}

/** Writes the links of a page's text anew that name what has come behind it. */
export function linkWritten(manifest: Manifest, pageId: string, { readBlob, pointer }: EditContext): ContentEdit {
  const page = indexOf(manifest).pageById.get(pageId)?.page;
  if (!page?.blob || !page.file) return { manifest, blobs: new Map() };
  const text = textOf(readBlob(page.blob), page.file);
  const linked = writeClientLinks(text, { manifest, refs: new Map() }, splitFrontMatter(text).bodyStart);
  if (linked === text) return { manifest, blobs: new Map() };
  return storeTexts(manifest, new Map([[pageId, linked]]), `${pointer}/document`);
}

/** The text that a page has, to be read; null for a page without one. */
function presentText(manifest: Manifest, pageId: string, { readBlob }: EditContext): Reading | null {
  const page = indexOf(manifest).pageById.get(pageId)?.page;
  if (page?.type !== 'document' || !page.blob || !page.file) return null;
  const markdown = splitFrontMatter(textOf(readBlob(page.blob), page.file)).body;
  return { markdown, file: page.file, targets: targetsIn(manifest) };
}
