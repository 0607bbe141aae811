import { hashOf, textOf } from '../blob.js';
import { compareCodeUnits } from '../canonical-json.js';
import { contentRoot } from '../content-root.js';
import { parseSummary, type SummaryEntry } from '../summary.js';
import type { Hash } from '../types.js';
import { type FolderFiles, folderOutline, type Outline, summaryOutline, withUnlisted } from './outline.js';
import { type PageSource, readPageSource } from './page-source.js';

/** Reads a file's bytes; called a few times a file at most. */
export type ReadBytes = () => Uint8Array;

/** A folder to import. */
export interface FolderInput {
  /** Regular files by their path relative to the folder, with `/`; without `.git`. */
  entries: ReadonlyMap<string, Uint8Array | ReadBytes>;
  /** Told after each file that was read. */
  onProgress?(done: number, total: number): void;
}

/** Hash and size of a file's bytes. */
export interface Stored {
  hash: Hash;
  size: number;
}

/** A folder as read: everything that the manifest is made of. */
export interface FolderContents {
  files: FolderFiles;
  outline: Outline[];
  sources: ReadonlyMap<string, PageSource>;
  blobs: ReadonlyMap<string, Stored>;
  /** The table of contents, where there is one. */
  summary?: string;
}

/**
 * Reads a folder: its root, its tree, and every file once.
 * @throws ContentError naming the file that breaks a rule.
 */
export function readContents(input: FolderInput): FolderContents {
  const paths = [...input.entries.keys()].sort(compareCodeUnits);
  const {
    root,
    readme,
    summary: named,
  } = contentRoot({
    text: (path) => (input.entries.has(path) ? textOf(bytesOf(input, path), path) : undefined),
    hasFolder: (folder) => paths.some((path) => path.startsWith(`${folder}/`)),
  });
  const summary = input.entries.has(named) ? named : undefined;
  const entries =
    summary === undefined ? [] : parseSummary({ file: summary, text: textOf(bytesOf(input, summary), summary) });
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
    ...readAll(input, paths, files),

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

function readAll(input: FolderInput, paths: string[], { pages }: FolderFiles) {
  const sources = new Map<string, PageSource>();
  const blobs = new Map<string, Stored>();
  for (const [index, path] of paths.entries()) {
    const bytes = bytesOf(input, path);
    const source = pages.has(path) ? readPageSource(path, bytes) : undefined;
    if (source) sources.set(path, source);
    blobs.set(path, { hash: source?.blob ?? hashOf(bytes), size: bytes.length });
    input.onProgress?.(index + 1, paths.length);
  }
  return { sources, blobs };
}
