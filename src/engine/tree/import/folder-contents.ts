import { decodeTextFile, hashOf } from '../../base/blob.js';
import { compareCodeUnits } from '../../base/canonical-json.js';
import type { Hash } from '../../base/types.js';
import { gitBlobId, type ObjectFormat } from '../../git/blob.js';
import { type Dimensions, dimensionsOf } from '../../text/images/dimensions.js';
import { encodingNotice, type ImportNotice, type Report, readOrReport } from '../outline/notices.js';
import {
  addUnlistedPages,
  type FolderFiles,
  fileFinder,
  folderOutline,
  type Outline,
  summaryOutline,
} from '../outline/outline.js';
import { largestPage, type PageSource, readPageSource } from '../outline/page-source.js';
import { variablesFile } from '../pages/variables.js';
import { sidecarFile } from '../sidecar/sidecar.js';
import { filesOfEntry, parseSummary } from '../summary/summary.js';
import { contentRoot } from './content-root.js';

/** Reads the bytes of a file. It is called only a few times per file. */
export type ReadBytes = () => Uint8Array;

/** A folder to import. */
export interface FolderInput {
  /** Regular files by path relative to the folder, separated by `/`; excludes `.git`. */
  entries: ReadonlyMap<string, Uint8Array | ReadBytes>;
  /** Present for a git checkout: the hash format of git's blobs, and the path of the folder in the repository. */
  git?: { format: ObjectFormat; prefix: string };
  /** Results of an earlier import. Unchanged files are not read again. */
  cachedFiles?: ReadonlyMap<string, CachedFile>;
  /** Receives the faults that the import tolerates. */
  report: Report;
  /** Called after each file. */
  onProgress?(done: number, total: number): void;
}

/** Properties of a file's bytes. */
export interface StoredBytes {
  hash: Hash;
  size: number;
  /** Size of the image; only for images. */
  dimensions?: Dimensions;
  /** Git's id of the bytes; only in a checkout. */
  oid?: string;
}

/** Result of an earlier import for a file. It is valid as long as the bytes of the file are the same. */
export interface CachedFile extends StoredBytes {
  /** The parsed page; only for pages. */
  source?: Omit<PageSource, 'file' | 'blob'>;
  /** The text; only for the table of contents and for configurations of the content root. */
  text?: string;
  /** Faults in the file that the earlier import tolerated. */
  notices?: ImportNotice[];
}

/** A folder after reading: all input for its manifest. */
export interface FolderContents {
  files: FolderFiles;
  outline: Outline[];
  sources: ReadonlyMap<string, PageSource>;
  /** Shared texts by path: Markdown in `.gitbook/includes`. */
  shared: ReadonlyMap<string, PageSource>;
  blobs: ReadonlyMap<string, CachedFile>;
  /** Path of the table of contents, if there is one. */
  summary?: string;
  /** Files that the table of contents lists but that are missing from the folder, sorted. */
  missing: string[];
}

/**
 * Reads a folder: its root, its tree, and every file once.
 * @throws ContentError naming the file that breaks a rule
 */
export function readContents(input: FolderInput): FolderContents {
  const paths = [...input.entries.keys()].filter((path) => path !== sidecarFile).sort(compareCodeUnits);
  const texts = new Map<string, string>();
  const textAt = (path: string) => {
    if (!input.entries.has(path)) return undefined;
    const text = input.cachedFiles?.get(path)?.text ?? decodeTextFile(entryBytes(input, path), path);
    texts.set(path, text);
    return text;
  };
  const {
    root,
    readme,
    summary: toc,
  } = contentRoot({
    text: (path) => textAt(path),
    hasFolder: (folder) => paths.some((path) => path.startsWith(`${folder}/`)),
    report: input.report,
  });
  // If the table of contents is not text, the folders determine the tree. A Markdown file is reported when it is read
  // as
  // a page.
  const report: Report = isMarkdown(toc) ? () => {} : input.report;
  const text = readOrReport(() => textAt(toc), undefined, { report, kind: 'not-text', file: toc });
  const summary = text === undefined ? undefined : toc;
  const entries = text === undefined ? [] : parseSummary({ file: toc, text });
  const all = new Set(paths);
  const find = fileFinder(all);
  const named = new Set(entries.flatMap(filesOfEntry));
  const listed = new Set([...named].flatMap((path) => find(path) ?? []));
  const isPage = (path: string) =>
    path !== summary && isMarkdown(path) && (listed.has(path) || (isBelow(path, root) && !isInDotFolder(path, root)));
  const isShared = (path: string) => !listed.has(path) && isInclude(path, root);
  const isTexted = (path: string) => isPage(path) || isShared(path);
  const variables = [variablesFile(root), variablesFile('')];
  const { sources: texted, blobs } = readAll(input, paths, { isPage: isTexted, texts, variables });
  const sources = new Map([...texted].filter(([path]) => !isShared(path)));
  const files: FolderFiles = {
    all,
    pages: new Set(sources.keys()),
    find,
    root,
    ...(readme && { readme }),
  };
  const outline =
    summary === undefined ? folderOutline(files) : summaryOutline(entries, { summary, files, report: input.report });
  return {
    files,
    outline: addUnlistedPages(outline, files),
    sources,
    shared: new Map([...texted].filter(([path]) => isShared(path))),
    blobs,
    summary,
    missing: [...named].filter((path) => path !== summary && find(path) === undefined).sort(compareCodeUnits),
  };
}

/** Reports whether a path is a file of the manifest, and not a page, a shared text or the table of contents. */
export function isFile(path: string, { sources, shared, summary }: FolderContents): boolean {
  return path !== summary && !sources.has(path) && !shared.has(path);
}

/** Returns the bytes of an entry. */
export function entryBytes({ entries }: Pick<FolderInput, 'entries'>, path: string): Uint8Array {
  const entry = entries.get(path)!;
  return typeof entry === 'function' ? entry() : entry;
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

function isBelow(path: string, root: string): boolean {
  return root === '' || path.startsWith(`${root}/`);
}

function isInclude(path: string, root: string): boolean {
  return isMarkdown(path) && ['.gitbook/includes', `${root}/.gitbook/includes`].some((folder) => isBelow(path, folder));
}

/** Reports whether a path is in a folder such as `.github`. Files in such folders are for tools, not for readers. */
function isInDotFolder(path: string, root: string): boolean {
  return /(?:^|\/)\.[^/]+\//.test(path.slice(root.length));
}

function readAll(
  input: FolderInput,
  paths: string[],
  {
    isPage,
    texts,
    variables,
  }: { isPage(path: string): boolean; texts: ReadonlyMap<string, string>; variables: string[] },
) {
  const sources = new Map<string, PageSource>();
  const blobs = new Map<string, CachedFile>();
  for (const [index, path] of paths.entries()) {
    const mayBePage = isPage(path);
    const text = texts.get(path);
    const isText = mayBePage || text !== undefined || variables.includes(path);
    const found = findCachedFile(input, path, mayBePage) ?? readOne(input, path, { isPage: mayBePage, isText });
    for (const notice of found.notices ?? []) input.report(notice);
    if (mayBePage && found.source) sources.set(path, { file: path, blob: found.hash, ...found.source });
    blobs.set(path, text === undefined ? found : { ...found, text });
    input.onProgress?.(index + 1, paths.length);
  }
  return { sources, blobs };
}

/** Returns the result of an earlier import for a file, if it contains all data that this import needs. */
function findCachedFile({ cachedFiles, git }: FolderInput, path: string, isPage: boolean): CachedFile | undefined {
  const found = cachedFiles?.get(path);
  return found && (!isPage || found.source) && (!git || found.oid !== undefined) ? found : undefined;
}

function readOne(
  input: FolderInput,
  path: string,
  { isPage, isText }: { isPage: boolean; isText: boolean },
): CachedFile {
  const bytes = entryBytes(input, path);
  const notices = isText ? encodingNotice(path, bytes) : [];
  const page = isPage ? readPage(path, bytes, (notice) => notices.push(notice)) : undefined;
  const dimensions = page ? undefined : dimensionsOf(bytes);
  return {
    hash: page?.blob ?? hashOf(bytes),
    size: bytes.length,
    ...(dimensions && { dimensions }),
    ...(input.git && { oid: gitBlobId(bytes, input.git.format) }),
    ...(page && { source: withoutFile(page) }),
    ...(notices.length > 0 && { notices }),
  };
}

/**
 * Reads a page. If its bytes are not text, reports this and returns undefined; such a page becomes a file.
 * @throws ContentError over 1 MiB
 */
function readPage(path: string, bytes: Uint8Array, report: Report): PageSource | undefined {
  const read = () => readPageSource(path, bytes, report);
  return bytes.length > largestPage ? read() : readOrReport(read, undefined, { report, kind: 'not-text', file: path });
}

function withoutFile({ file: _, blob: __, ...source }: PageSource): Omit<PageSource, 'file' | 'blob'> {
  return source;
}
