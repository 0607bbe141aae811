import { lookup as contentTypeOf } from 'mime-types';
import { decodeTextFile, hashOf } from '../../base/blob.js';
import { ContentError, type File, type Hash, type Manifest } from '../../base/types.js';
import { sharedPaths } from '../links/links.js';
import { type ImportNotice, noticeList, readOrReport } from '../outline/notices.js';
import type { PageSource } from '../outline/page-source.js';
import { subtreeOf } from '../pages/tree.js';
import { readVariables, variablesFile } from '../pages/variables.js';
import { type Sidecar, sidecarFile } from '../sidecar/sidecar.js';
import { badSidecarEmoji, withSidecarEmoji } from '../sidecar/sidecar-emoji.js';
import { applySidecar } from './apply-sidecar.js';
import { type BadEmoji, buildPages } from './build-pages.js';
import {
  type CachedFile,
  entryBytes,
  type FolderInput,
  isFile,
  type ReadBytes,
  readContents,
  type StoredBytes,
} from './folder-contents.js';
import { findPredecessors, type PathAndBlob } from './predecessors.js';
import { sharedTexts } from './shared-texts.js';

/** A folder to import, and the options of the import. */
export interface FolderImport extends Omit<FolderInput, 'report'> {
  /** Whether to reject the folder at the first notice about a loss of data. */
  strict?: boolean;
  /** The previous revision, whose pages and files keep their ids. */
  previous?: Manifest;
  /**
   * Content of the folder's `.docgraph.json`, with ids that this space may use. It replaces `previous`. If absent, that
   * file is ignored.
   */
  sidecar?: Sidecar;
  newId(kind: 'Page' | 'File' | 'ReusableContent'): string;
}

/** Result of an import: the revision and its blobs. */
export interface ImportResult {
  manifest: Manifest;
  /**
   * Bytes that `previous` does not have, by hash. Each reader reads the file again when it is called, so that memory
   * stays bounded. A reader throws ContentError if the file has changed in the meantime.
   */
  blobs: Map<Hash, ReadBytes>;
  /** Result for each file, for the next import of the folder. */
  cachedFiles: ReadonlyMap<string, CachedFile>;
  /** Git's ids of the files, by path; empty if the folder is not a checkout. */
  oids: Map<string, string>;
  /** Faults that the import tolerated, in the order of the folder. */
  notices: ImportNotice[];
}

/**
 * Creates a manifest from a documentation folder, by the rules of docs/import-export.md. The same folder always results
 * in the same manifest, regardless of the order of its entries; only ids depend on `newId` and `previous`. A single
 * fault does not stop the import: unreadable parts are omitted and reported.
 * @throws ContentError naming the file: a page that is not text or is over 1 MiB, a table of contents over its limits.
 * With `strict`, also for any notice about a loss of data.
 */
export function importFolder(given: FolderImport): ImportResult {
  const { notices, report } = noticeList(given.strict);
  const input = { ...given, report };
  const folder = readContents(input);
  const sidecar = input.sidecar && { ...input.sidecar, manifest: withSidecarEmoji(input.sidecar.manifest) };
  const previous = sidecar?.manifest ?? input.previous;
  const { files, sources, blobs } = folder;
  const fileIds = new Map<string, string>();
  const named = [...blobs].map(([path, { hash }]): PathAndBlob => ({ path, blob: hash }));
  const before = findPredecessors(
    previous,
    named.filter(({ path }) => sources.has(path)),
    named.filter(({ path }) => isFile(path, folder)),
  );
  for (const path of blobs.keys()) {
    if (isFile(path, folder)) fileIds.set(path, before.files.get(path)?.id ?? input.newId('File'));
  }
  const oids = new Map([...blobs].flatMap(([path, { oid }]) => (oid === undefined ? [] : [[path, oid]])));
  const gitOf = (path: string) => gitBlobAt(path, oids, input.git);
  const reusableContents = sharedTexts(folder.shared, previous?.reusableContents ?? [], () =>
    input.newId('ReusableContent'),
  );
  const shared = { sources: folder.shared, paths: sharedPaths(reusableContents) };
  const built = buildPages(folder.outline, {
    sources,
    files,
    fileIds,
    shared,
    gitOf,
    previous: before,
    newId: input.newId,
  });
  const { missing } = folder;
  const summary = folder.summary && {
    file: folder.summary,
    blob: blobs.get(folder.summary)!.hash,
    ...(missing.length > 0 && { missing }),
  };
  const manifest: Manifest = {
    pages: built.pages,
    files: [...fileIds].map(([path, id]) =>
      fileOf(path, { id, git: gitOf(path), ...blobs.get(path)! }, before.files.get(path)),
    ),
    variables: folderVariables({ ...input, previous }, files.root),
    reusableContents,
    root: files.root,
    ...(summary && { summary }),
  };
  const finalManifest = sidecar ? applySidecar(sidecar, manifest, blobs) : manifest;
  for (const { file, path } of built.broken) report({ kind: 'broken-link', file, message: path });
  for (const notice of unknownTagNotices([...sources.values(), ...folder.shared.values()])) report(notice);
  for (const { file, emoji } of [...built.badEmoji, ...badEmojiOf(input.sidecar)])
    report({ kind: 'emoji', file, message: JSON.stringify(emoji) });
  return { manifest: finalManifest, blobs: newBlobs(input, blobs), cachedFiles: blobs, oids, notices };
}

/** Returns one notice for each unknown tag, at its first occurrence. */
function unknownTagNotices(sources: readonly PageSource[]): ImportNotice[] {
  const first = new Map<string, ImportNotice>();
  for (const { file, unknownTags = [] } of sources) {
    for (const { name, line } of unknownTags) {
      const message = `the tag must be known (got ${JSON.stringify(name)})`;
      if (!first.has(name)) first.set(name, { kind: 'unknown-tag', file, line, message });
    }
  }
  return [...first.values()];
}

function badEmojiOf(sidecar: Sidecar | undefined): BadEmoji[] {
  return sidecar ? badSidecarEmoji(sidecar.manifest).map((emoji) => ({ file: sidecarFile, emoji })) : [];
}

/**
 * Returns the variables in the folder's file of variables. Without this file, returns the current variables, or none if
 * the file was removed.
 */
function folderVariables(input: FolderInput & Pick<FolderImport, 'previous'>, root: string): Manifest['variables'] {
  const path = [variablesFile(root), variablesFile('')].find((name) => input.entries.has(name));
  if (path !== undefined) {
    const read = () => readVariables(decodeTextFile(entryBytes(input, path), path), path);
    return readOrReport(read, input.previous?.variables ?? {}, { report: input.report, kind: 'variables', file: path });
  }
  const { previous } = input;
  if (!previous) return {};
  const had = [variablesFile(previous.root), variablesFile('')];
  return previous.files.some((file) => had.includes(file.path)) ? {} : previous.variables;
}

/**
 * Creates the entry of a file. For unchanged bytes, keeps the stored dimensions, even if there are none. Some files
 * were stored before dimensions existed. A new import of such files therefore changes nothing.
 */
function fileOf(path: string, stored: StoredBytes & Pick<File, 'id' | 'git'>, before: File | undefined): File {
  const {
    id,
    hash,
    size,
    git = before?.blob === stored.hash && before.path === path ? before.git : undefined,
  } = stored;
  const { dimensions } = before?.blob === hash ? before : stored;
  return {
    id,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    blob: hash,
    size,
    contentType: contentTypeOf(path) || 'application/octet-stream',
    ...(dimensions && { dimensions }),
    ...(git && { git }),
  };
}

/** Returns the git blob of the current bytes in a checkout, even if they are not committed. */
function gitBlobAt(path: string, oids: ReadonlyMap<string, string>, git: FolderInput['git']): File['git'] {
  const oid = oids.get(path);
  return git && oid !== undefined ? { oid, path: git.prefix + path } : undefined;
}

function newBlobs(
  input: Pick<FolderImport, 'entries' | 'previous' | 'sidecar'>,
  blobs: ReadonlyMap<string, StoredBytes>,
): Map<Hash, ReadBytes> {
  const known = new Set<string | undefined>(input.previous && blobsOf(input.previous));
  const fresh = new Map<Hash, ReadBytes>();
  for (const [path, { hash }] of blobs) {
    if (!known.has(hash) && !fresh.has(hash)) fresh.set(hash, () => checkBytes(path, hash, entryBytes(input, path)));
  }
  for (const [hash, bytes] of input.sidecar?.blobs ?? []) if (!known.has(hash)) fresh.set(hash, () => bytes);
  return fresh;
}

function blobsOf({ pages, files, reusableContents, summary }: Manifest): (Hash | undefined)[] {
  return [...pages.flatMap(subtreeOf), ...files, ...reusableContents, summary].map((holder) => holder?.blob);
}

function checkBytes(path: string, hash: Hash, bytes: Uint8Array): Uint8Array {
  if (hashOf(bytes) === hash) return bytes;
  throw new ContentError(
    `"${path}" must stay as it is during an import, but its bytes have changed; import again`,
    path,
  );
}
