import { decodeTextFile, hashOf } from '../../base/blob.js';
import type { ContentRef, Hash, Manifest, ReadBlob } from '../../base/types.js';
import { sortFiles } from '../../tree/manifest/manifest.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { type StoredTexts, storeTexts } from '../../tree/pages/blobs.js';
import { placeCopy } from './copy-addresses.js';
import { copyPages } from './copy-pages.js';
import { copyAddresses, copyPageText, isRewritable } from './copy-text.js';
import { checkParameters } from './parameters.js';

/** Source, target and options of a copy. */
export interface ContentCopy {
  source: { spaceId: string; manifest: Manifest };
  target: { spaceId: string; manifest: Manifest };
  /** Reads the texts of the source's pages and reusable contents. Never called for files. */
  readBlob: ReadBlob;
  /** Returns the id for the copy of an object, given its id in the source. */
  newId(noun: 'Page' | 'File' | 'ReusableContent', id: string): string;
  /** Values of the source's placeholders, by name. If absent, placeholders are copied unchanged. */
  parameters?: ReadonlyMap<string, ContentRef>;
  /** Formats the value of a parameter as the destination of a link. */
  destination?(ref: ContentRef): string;
  /** JSON pointer to the parameters in the request; errors point to a path below it. */
  pointer: string;
}

/** A copy in progress. */
export interface CopyState extends ContentCopy {
  /** New id of every copied object, by its id in the source. */
  ids: ReadonlyMap<string, string>;
  /** Names of the placeholders found so far. */
  placeholderNames: Set<string>;
}

/**
 * Copies all content of one revision into another. Copies pages after the existing ones, files, reusable contents, and
 * variables whose names are not used in the target. All copies get new ids; an address that is already used gets a
 * number. In the copies, links, references and `docgraph:` addresses to copied objects lead to the copies of these
 * objects. All others do not change. A target without content also gets the source's root and table of contents.
 * Unchanged texts share their blobs.
 * @returns the target with the copy, and the blobs that neither revision has
 * @throws ContentError for unknown or missing parameters, and for a page that exceeds its limit
 */
export function copyContent(copy: ContentCopy): StoredTexts {
  const copyState: CopyState = { ...copy, ids: newIds(copy), placeholderNames: new Set() };
  const { base, addresses, files: paths } = placeCopy(copy.source.manifest, copy.target.manifest);
  const { manifest: source } = copy.source;
  const pages = copyPages(source.pages, { copyState, addresses });
  const files = source.files.flatMap(({ git: _, ...file }) => {
    const path = paths.get(file.id);
    return path === undefined ? [] : [{ ...file, id: copyState.ids.get(file.id)!, path, name: baseName(path) }];
  });
  const reusable = copyReusable(copyState);
  const manifest: Manifest = {
    ...base,
    pages: [...base.pages, ...pages],
    files: sortFiles([...base.files, ...files]),
    variables: { ...source.variables, ...base.variables },
    reusableContents: [...base.reusableContents, ...reusable.contents],
  };
  const stored = storeTexts(manifest, changedTexts(copyState, manifest), copy.pointer);
  checkParameters(copyState);
  return { manifest: stored.manifest, blobs: new Map([...stored.blobs, ...reusable.blobs]) };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function newIds({ source: { manifest }, newId }: ContentCopy): Map<string, string> {
  return new Map([
    ...manifestIndex(manifest).pages.map(({ page }) => [page.id, newId('Page', page.id)] as const),
    ...manifest.files.map(({ id }) => [id, newId('File', id)] as const),
    ...manifest.reusableContents.map(({ id }) => [id, newId('ReusableContent', id)] as const),
  ]);
}

/** Returns the texts that differ from those in the source, by id of the copied page. */
function changedTexts(copyState: CopyState, manifest: Manifest): Map<string, string> {
  const texts = new Map<string, string>();
  const { pageById } = manifestIndex(manifest);
  for (const { page } of manifestIndex(copyState.source.manifest).pages) {
    if (page.blob === undefined || page.file === undefined) continue;
    const text = decodeTextFile(copyState.readBlob(page.blob), page.file);
    const id = copyState.ids.get(page.id)!;
    const copied = copyPageText(text, { copyState, page, copy: pageById.get(id)!.page, manifest });
    if (copied !== text) texts.set(id, copied);
  }
  return texts;
}

function copyReusable(copyState: CopyState): {
  contents: Manifest['reusableContents'];
  blobs: Map<Hash, Uint8Array>;
} {
  const blobs = new Map<Hash, Uint8Array>();
  const contents = copyState.source.manifest.reusableContents.map((content) => {
    const copy = { ...content, id: copyState.ids.get(content.id)! };
    if (content.blob === undefined) return copy;
    const text = decodeTextFile(copyState.readBlob(content.blob), content.title);
    if (!isRewritable(text)) return copy;
    const bytes = new TextEncoder().encode(copyAddresses(text, copyState));
    const blob = hashOf(bytes);
    blobs.set(blob, bytes);
    return { ...copy, blob };
  });
  return { contents, blobs };
}
