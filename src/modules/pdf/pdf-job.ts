import { decodeTextFile } from '../../engine/base/blob.js';
import type { Hash, Json, Manifest, Page } from '../../engine/base/types.js';
import { readDocumentContent } from '../../engine/openapi/texts/read-document.js';
import { specificationView } from '../../engine/openapi/view/specification-view.js';
import type { SpecificationPart, SpecificationView } from '../../engine/openapi/view/views.js';
import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { mayHaveExpressions } from '../../engine/text/expressions/in-markdown.js';
import { splitFrontMatter } from '../../engine/text/markdown/front-matter.js';
import { includedBlobsOf, withIncluded } from '../../engine/tree/links/included-file.js';
import { cachedTargets } from '../../engine/tree/links/references.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import { pageLinkTitle } from '../../engine/tree/pages/link-title.js';
import type { PdfInput, Section } from '../../render/pdf/blocks/input.js';
import { readForReaders } from '../content/content-work/read-text.js';
import { expressionRootsOf } from '../content/revisions/page-evaluation.js';
import { imagesIn, type SelectedPage, type Selection, selectedPages, textSources } from './selected-pages.js';
import type { UsedSpecifications } from './used-specifications.js';

/**
 * Input of a worker that makes a PDF. It contains content as it is stored, so that the worker thread parses it instead
 * of the main thread.
 */
export interface PdfJob {
  manifest: Manifest;
  /** Contents of the blobs of pages, images, shared texts, included files and specifications, by hash. */
  blobs: ReadonlyMap<Hash, Uint8Array>;
  specifications: UsedSpecifications;
  selection: Selection;
  /** Title of the space. */
  title: string;
  language: string | null;
  /** Base address of the server. */
  base: string;
}

/**
 * Returns the hashes of the blobs that a PDF needs, so that one batch of queries reads them. Leaves out the blobs of
 * included files, which `includedBlobs` returns.
 */
export function requiredBlobs({
  manifest,
  selection,
  specifications,
}: Pick<PdfJob, 'manifest' | 'selection' | 'specifications'>): Hash[] {
  const texts = textSources(manifest, selection).flatMap(({ blob }) => blob ?? []);
  const images = imagesIn(manifest, selectedPages(manifest, selection)).values();
  return [...new Set([...texts, ...images, ...specifications.values()])];
}

/** Returns the hashes of the files that the pages of a PDF include; `blobs` has the blobs of the pages. */
export function includedBlobs({
  manifest,
  selection,
  blobs,
}: Pick<PdfJob, 'manifest' | 'selection' | 'blobs'>): Hash[] {
  const included = textSources(manifest, selection).flatMap(({ blob, file = '' }) => {
    const bytes = blob && blobs.get(blob);
    return bytes ? includedBlobsOf(bytes, { manifest, from: file }) : [];
  });
  return [...new Set(included)];
}

/** Returns the input of the renderer; texts are parsed on demand. */
export function renderInput(job: PdfJob): PdfInput {
  const { manifest, blobs, selection, title, language, base } = job;
  const pages = selectedPages(manifest, selection);
  const images = [...imagesIn(manifest, pages)].flatMap(([id, hash]) => {
    const bytes = blobs.get(hash);
    return bytes ? [[id, bytes] as const] : [];
  });
  return {
    title: selection.page === null ? title : (pages[0]?.page.title ?? title),
    language,
    base,
    sections: pages.map((selected) => sectionFor(job, selected)),
    named: linkNames(manifest),
    images: new Map(images),
    shared: { get: (id, pageId) => sharedText(job, id, pageId) },
    specifications: { viewOf: ({ spec }, part) => viewSpecification(job, String(spec), part) },
  };
}

function sectionFor(job: PdfJob, { page, depth }: SelectedPage): Section {
  const { id, title, linkTitle, type, emoji, description, target } = page;
  const document = () => (type === 'document' ? readDocument(job, page, page) : undefined);
  return { id, title, linkTitle, depth, type, emoji, description, target, document };
}

/** Returns a part of a specification. Each specification is parsed once, on first use. */
function viewSpecification(
  { specifications, blobs }: PdfJob,
  name: string,
  part: SpecificationPart,
): SpecificationView | null {
  const bytes = blobs.get(specifications.get(name) ?? '');
  if (!bytes) return null;
  const content = parsedSpecifications.get(bytes) ?? readDocumentContent(bytes).content;
  parsedSpecifications.set(bytes, content);
  return specificationView(content, part);
}

/** Parsed specifications, by the bytes of their documents. */
const parsedSpecifications = new WeakMap<Uint8Array, Json>();

/** Returns a shared text, with expressions evaluated for the page that shows it. */
function sharedText(job: PdfJob, id: string, pageId: string): DocumentNode | undefined {
  const { reusableById, pageById } = manifestIndex(job.manifest);
  const [shared, page] = [reusableById.get(id), pageById.get(pageId)?.page];
  if (!shared || !page) return undefined;
  const { title, blob, file } = shared;
  return readDocument(job, { id, title, type: 'document', ...(blob && { blob }), ...(file && { file }) }, page);
}

/**
 * Returns the text of a page, with expressions evaluated for `contextPage`, the page that shows it. Expressions that
 * read the clock, random numbers or the visitor are not evaluated, so that the same content always gives the same PDF.
 */
function readDocument({ manifest, blobs, title }: PdfJob, page: Page, contextPage: Page): DocumentNode | undefined {
  const bytes = page.blob && blobs.get(page.blob);
  if (!bytes) return undefined;
  const { body: ownBody } = splitFrontMatter(decodeTextFile(bytes, page.file ?? page.id));
  const body = withIncluded(ownBody, { manifest, from: page.file ?? '', blobs });
  const roots = () => expressionRootsOf({ page: contextPage, manifest, spaceTitle: title });
  const evaluated = mayHaveExpressions(body) ? { mode: 'deterministic-only' as const, roots: roots() } : undefined;
  const textInput = { markdown: body, file: page.file ?? '', targets: cachedTargets(manifest), evaluated };
  return readForReaders(textInput) as unknown as DocumentNode;
}

function linkNames(manifest: Manifest): PdfInput['named'] {
  const pages = manifestIndex(manifest).pages.map(({ page }) => [page.id, pageLinkTitle(page)] as const);
  const files = manifest.files.map(({ id, name }) => [id, name] as const);
  return { pages: new Map(pages), files: new Map(files) };
}
