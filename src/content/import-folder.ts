import { lookup as contentTypeOf } from 'mime-types';
import { hashOf } from './blob.js';
import { type BrokenLink, buildPages } from './import/build-pages.js';
import {
  bytesOf,
  type FolderInput,
  isFile,
  type ReadBytes,
  readContents,
  type Stored,
} from './import/folder-contents.js';
import { type Named, predecessors } from './import/identity.js';
import { subtreeOf } from './page-tree.js';
import { ContentError, type File, type Hash, type Manifest } from './types.js';

/** A folder to import and what is known of it. */
export interface FolderImport extends FolderInput {
  /** The revision that this one follows: its pages and files keep their ids. */
  previous?: Manifest;
  newId(kind: 'Page' | 'File'): string;
}

/** What a folder holds as one revision. */
export interface ImportResult {
  manifest: Manifest;
  /**
   * The bytes that `previous` does not have, by hash. They are read again when asked for, so that memory stays bounded;
   * a reader throws ContentError where the file has changed since.
   */
  blobs: Map<Hash, ReadBytes>;
  /** Local links that name nothing in the folder: imported as they are. */
  brokenLinks: BrokenLink[];
}

/**
 * Makes a manifest of a documentation folder, by the rules of decisions.md, Import. The same folder gives the same
 * manifest, whatever the order of its entries; only ids come from `newId` and `previous`.
 * @throws ContentError naming the file: a table of contents with a missing or repeated file, a page that is no text or over 1 MiB, front matter or
 *   configuration that cannot be read.
 */
export function importFolder(input: FolderImport): ImportResult {
  const folder = readContents(input);
  const { previous } = input;
  const { files, sources, blobs } = folder;
  const fileIds = new Map<string, string>();
  const named = [...blobs].map(([path, { hash }]): Named => ({ path, blob: hash }));
  const before = predecessors(
    previous,
    named.filter(({ path }) => sources.has(path)),
    named.filter(({ path }) => isFile(path, folder)),
  );
  for (const path of blobs.keys()) {
    if (isFile(path, folder)) fileIds.set(path, before.files.get(path)?.id ?? input.newId('File'));
  }
  const built = buildPages(folder.outline, { sources, files, fileIds, previous: before, newId: input.newId });
  const summary = folder.summary && { file: folder.summary, blob: blobs.get(folder.summary)!.hash };
  const manifest: Manifest = {
    pages: built.pages,
    files: [...fileIds].map(([path, id]) => fileOf(path, { id, ...blobs.get(path)! }, before.files.get(path))),
    variables: previous?.variables ?? {},
    reusableContents: previous?.reusableContents ?? [],
    root: files.root,
    ...(summary && { summary }),
  };
  return { manifest, blobs: newBlobs(input, blobs), brokenLinks: built.broken };
}

function fileOf(path: string, { id, hash, size }: Stored & { id: string }, before: File | undefined): File {
  return {
    id,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    blob: hash,
    size,
    contentType: contentTypeOf(path) || 'application/octet-stream',
    ...(before?.dimensions && before.blob === hash && { dimensions: before.dimensions }),
    ...(before?.git && before.blob === hash && before.path === path && { git: before.git }),
  };
}

function newBlobs(input: FolderImport, blobs: ReadonlyMap<string, Stored>): Map<Hash, ReadBytes> {
  const known = new Set<string | undefined>(input.previous && blobsOf(input.previous));
  const fresh = new Map<Hash, ReadBytes>();
  for (const [path, { hash }] of blobs) {
    if (!known.has(hash) && !fresh.has(hash)) fresh.set(hash, () => sameBytes(path, hash, bytesOf(input, path)));
  }
  return fresh;
}

function blobsOf({ pages, files, summary }: Manifest): (Hash | undefined)[] {
  return [...pages.flatMap(subtreeOf), ...files, summary].map((holder) => holder?.blob);
}

function sameBytes(path: string, hash: Hash, bytes: Uint8Array): Uint8Array {
  if (hashOf(bytes) === hash) return bytes;
  throw new ContentError(
    `"${path}" must stay as it is during an import, but its bytes have changed; import again`,
    path,
  );
}
