import { hashOf, textOf } from '../blob.js';
import { compareCodeUnits } from '../canonical-json.js';
import { gitBlobId, type ObjectFormat } from '../git/blob.js';
import { type Dimensions, dimensionsOf } from '../images/dimensions.js';
import { sidecarFile } from '../sidecar/sidecar.js';
import { parseSummary, type SummaryEntry } from '../summary/summary.js';
import type { Hash } from '../types.js';
import { contentRoot } from './content-root.js';
import { type FolderFiles, folderOutline, type Outline, summaryOutline, withUnlisted } from './outline.js';
import { type PageSource, readPageSource } from './page-source.js';

/** Reads a file's bytes; called a few times a file at most. */
export type ReadBytes = () => Uint8Array;

/** A folder to import. */
export interface FolderInput {
  /** Regular files by their path relative to the folder, with `/`; without `.git`. */
  entries: ReadonlyMap<string, Uint8Array | ReadBytes>;
  /** Where the folder is a git checkout: with which hash git names blobs, and where the folder lies in the repository. */
  git?: { format: ObjectFormat; prefix: string };
  /** What is known of files that have not changed: they are not read. */
  remembered?: ReadonlyMap<string, Remembered>;
  /** Told after each file that was read. */
  onProgress?(done: number, total: number): void;
}

/** What is known of a file's bytes. */
export interface Stored {
  hash: Hash;
  size: number;
  /** Of an image. */
  dimensions?: Dimensions;
  /** Id that git gives to the bytes, in a checkout. */
  oid?: string;
}

/** What an earlier import found in a file; it serves as long as the file has the same bytes. */
export interface Remembered extends Stored {
  /** Of a page. */
  source?: Omit<PageSource, 'file' | 'blob'>;
  /** Of the table of contents and of what says where the content lies. */
  text?: string;
}

/** A folder as read: everything that the manifest is made of. */
export interface FolderContents {
  files: FolderFiles;
  outline: Outline[];
  sources: ReadonlyMap<string, PageSource>;
  blobs: ReadonlyMap<string, Remembered>;
  /** The table of contents, where there is one. */
  summary?: string;
}

/**
 * Reads a folder: its root, its tree, and every file once.
 * @throws ContentError naming the file that breaks a rule.
 */
export function readContents(input: FolderInput): FolderContents {
  const paths = [...input.entries.keys()].filter((path) => path !== sidecarFile).sort(compareCodeUnits);
  const texts = new Map<string, string>();
  const textAt = (path: string) => {
    if (!input.entries.has(path)) return undefined;
    const text = input.remembered?.get(path)?.text ?? textOf(bytesOf(input, path), path);
    texts.set(path, text);
    return text;
  };
  const {
    root,
    readme,
    summary: named,
  } = contentRoot({
    text: (path) => textAt(path),
    hasFolder: (folder) => paths.some((path) => path.startsWith(`${folder}/`)),
  });
  const summary = input.entries.has(named) ? named : undefined;
  const entries = summary === undefined ? [] : parseSummary({ file: summary, text: textAt(summary)! });
  const listed = new Set(entries.flatMap(filesOf));
  const isPage = (path: string) => path !== summary && isMarkdown(path) && (isBelow(path, root) || listed.has(path));
  const files: FolderFiles = {
    all: new Set(paths),
    pages: new Set(paths.filter(isPage)),
    root,
    ...(readme && { readme }),
  };
  const outline = summary === undefined ? folderOutline(files) : summaryOutline(entries, summary, files);
  return {
    files,
    outline: withUnlisted(outline, files),
    ...readAll(input, paths, { files, texts }),
    summary,
  };
}

/** Whether a path is a file of the manifest: neither a page nor the table of contents. */
export function isFile(path: string, { sources, summary }: FolderContents): boolean {
  return path !== summary && !sources.has(path);
}

/** The bytes of an entry. */
export function bytesOf({ entries }: Pick<FolderInput, 'entries'>, path: string): Uint8Array {
  const entry = entries.get(path)!;
  return typeof entry === 'function' ? entry() : entry;
}

function filesOf(entry: SummaryEntry): string[] {
  if (entry.kind === 'url') return [];
  const below = entry.children.flatMap(filesOf);
  return entry.kind === 'file' ? [entry.file, ...below] : below;
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

function isBelow(path: string, root: string): boolean {
  return root === '' || path.startsWith(`${root}/`);
}

function readAll(
  input: FolderInput,
  paths: string[],
  { files, texts }: { files: FolderFiles; texts: ReadonlyMap<string, string> },
) {
  const sources = new Map<string, PageSource>();
  const blobs = new Map<string, Remembered>();
  for (const [index, path] of paths.entries()) {
    const isPage = files.pages.has(path);
    const found = known(input, path, isPage) ?? readOne(input, path, isPage);
    if (isPage) sources.set(path, { file: path, blob: found.hash, ...found.source! });
    const text = texts.get(path);
    blobs.set(path, text === undefined ? found : { ...found, text });
    input.onProgress?.(index + 1, paths.length);
  }
  return { sources, blobs };
}

/** What is remembered of a file, where it says all that this import asks for. */
function known({ remembered, git }: FolderInput, path: string, isPage: boolean): Remembered | undefined {
  const found = remembered?.get(path);
  return found && (!isPage || found.source) && (!git || found.oid !== undefined) ? found : undefined;
}

function readOne(input: FolderInput, path: string, isPage: boolean): Remembered {
  const bytes = bytesOf(input, path);
  const { file: _, blob, ...source } = isPage ? readPageSource(path, bytes) : { file: path, blob: hashOf(bytes) };
  const dimensions = isPage ? undefined : dimensionsOf(bytes);
  return {
    hash: blob,
    size: bytes.length,
    ...(dimensions && { dimensions }),
    ...(input.git && { oid: gitBlobId(bytes, input.git.format) }),
    ...(isPage && { source: source as Omit<PageSource, 'file' | 'blob'> }),
  };
}
