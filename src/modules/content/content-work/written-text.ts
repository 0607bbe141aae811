import { decodeTextFile } from '../../../engine/base/blob.js';
import { equalJson } from '../../../engine/base/canonical-json.js';
import { nullIfInvalid } from '../../../engine/base/null-if-invalid.js';
import { ContentError, type ContentRef, type Json, type Manifest } from '../../../engine/base/types.js';
import type { ContentEdit, EditContext } from '../../../engine/change/edit/content-edit.js';
import { preserveSource } from '../../../engine/change/edit/preserve-source.js';
import { type ReadOptions, readPage } from '../../../engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../engine/text/document/to-markdown.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';
import {
  type ClientTargets,
  type ContentTarget,
  linkDestination,
  writeClientLinks,
} from '../../../engine/tree/links/client-links.js';
import { cachedTargets, createDestinationWriter, referenceResolver } from '../../../engine/tree/links/references.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { storeTexts } from '../../../engine/tree/pages/blobs.js';
import { pointingInto } from '../../shared/content-errors.js';
import type { TextInput } from './read-text.js';

/** A page's text as clients send it: Markdown, a document of blocks, or neither (an empty text). */
export interface DocumentInput {
  markdown?: string | null;
  document?: Json;
}

/** Context of a text that is being written. */
export interface TextContext extends EditContext {
  /** Objects that the request inserts, by `ref`. */
  refs: ReadonlyMap<string, ContentTarget>;
}

/** The manifest, and the page that gets the text. */
export interface WriteTarget {
  manifest: Manifest;
  /** Id of an existing page; absent for a new one. */
  page?: string;
}

/**
 * Returns the Markdown to write; undefined if the given document is equivalent to the page's text, or if the input has
 * no text. The page's text then stays unchanged. So clients can send back a document that they have read, and the style
 * of the Markdown is preserved. In other documents, unchanged blocks retain their source lines.
 * @throws ContentError for a text in both forms, and for a document that Markdown cannot express.
 */
export function writtenMarkdown(
  input: DocumentInput,
  { manifest, page }: WriteTarget,
  context: TextContext,
): string | undefined {
  const { pointer, refs } = context;
  requireSingleFormat(input, `${pointer}/document`);
  if (input.document == null) {
    return input.markdown == null ? undefined : writeClientLinks(input.markdown, { manifest, refs });
  }
  const current = page === undefined ? null : currentText(manifest, page, context);
  const read = current && readPage(current.markdown, readOptionsOf(current));
  const document = read && (read.document as unknown as Json);
  if (document && equalJson(document, input.document)) return undefined;
  const destination = destinationWithRefs({ manifest, refs });
  const write = (written: Json) => markdownFromDocument(written, { destination });
  const markdown = pointingInto(`${pointer}/document/document`, () => write(input.document!));
  if (document && markdown === nullIfInvalid(() => write(document))) return undefined;
  if (!current) return writeClientLinks(markdown, { manifest, refs });
  const { nodes } = input.document as { nodes: Json[] };
  const replacement = { present: current.markdown, read: read!, nodes, options: readOptionsOf(current), write };
  const preserved = nullIfInvalid(() => preserveSource(markdown, replacement));
  return writeClientLinks(preserved ?? markdown, { manifest, refs });
}

function readOptionsOf({ file, targets }: TextInput): ReadOptions {
  return { resolve: referenceResolver(file, targets) };
}

/** A comment as a document. */
export interface CommentDocument {
  document: Json;
  /** The manifest that contains the targets of its links. */
  manifest: Manifest;
  /** Pointer to the comment's document in the request, for errors. */
  pointer: string;
}

/**
 * Returns the Markdown of a comment.
 * @throws ContentError for a document that Markdown cannot express.
 */
export function writeComment({ document, manifest, pointer }: CommentDocument): string {
  return pointingInto(pointer, () =>
    markdownFromDocument(document, { destination: createDestinationWriter(manifest) }),
  );
}

/**
 * Refuses a text that is given both as Markdown and as a document.
 * @param pointer pointer to the member that holds the text
 * @throws ContentError
 */
export function requireSingleFormat({ markdown, document }: DocumentInput, pointer: string): void {
  if (markdown == null || document == null) return;
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  throw new ContentError(`\`${name}\` must have one of \`markdown\` and \`document\` (got both)`, pointer);
}

/** Does the same as `createDestinationWriter`, and also resolves references to objects by `ref`. */
function destinationWithRefs({ manifest, refs }: ClientTargets): (ref: ContentRef) => string {
  const destination = createDestinationWriter(manifest);
  return (ref) => {
    const kind = ref.kind === 'anchor' ? 'page' : ref.kind;
    const target = (kind === 'page' || kind === 'file') && !ref.space ? refs.get(String(ref[kind])) : undefined;
    if (target?.kind !== kind) return destination(ref);
    const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : '';
    return linkDestination(target, manifest, encodeURI) + anchor;
  };
}

/** Rewrites those links of a page's text whose targets were inserted by later changes. */
export function relinkWrittenPage(manifest: Manifest, pageId: string, { readBlob, pointer }: EditContext): ContentEdit {
  const page = manifestIndex(manifest).pageById.get(pageId)?.page;
  if (!page?.blob || !page.file) return { manifest, blobs: new Map() };
  const text = decodeTextFile(readBlob(page.blob), page.file);
  const linked = writeClientLinks(text, { manifest, refs: new Map() }, splitFrontMatter(text).bodyStart);
  if (linked === text) return { manifest, blobs: new Map() };
  return storeTexts(manifest, new Map([[pageId, linked]]), `${pointer}/document`);
}

/** Returns the current text of a page; null for a page without one. */
function currentText(manifest: Manifest, pageId: string, { readBlob }: EditContext): TextInput | null {
  const page = manifestIndex(manifest).pageById.get(pageId)?.page;
  if (page?.type !== 'document' || !page.blob || !page.file) return null;
  const markdown = splitFrontMatter(decodeTextFile(readBlob(page.blob), page.file)).body;
  return { markdown, file: page.file, targets: cachedTargets(manifest) };
}
