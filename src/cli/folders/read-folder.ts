import { type BigIntStats, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareCodeUnits } from '../../engine/base/canonical-json.js';
import { ContentError } from '../../engine/base/types.js';
import { withFile } from './file-errors.js';

/**
 * Functions that read the regular files of a folder, by the path of the file and sorted by it. Paths are relative to
 * the folder, with `/`.
 */
export type FolderEntries = Map<string, () => Uint8Array>;

/** A regular file of a folder. */
export interface FolderFile {
  /** Path relative to the folder, with `/`. */
  path: string;
  /** Path of the file on disk, with symbolic links resolved. */
  real: string;
  stats: BigIntStats;
}

/** Lists a folder with `listFolder`, and returns functions that read its files. */
export function readFolder(folder: string, onFound?: (files: number) => void): FolderEntries {
  return readersOf(listFolder(folder, onFound));
}

/**
 * Returns a function for each file that reads it.
 * @param onRead called with the path of a file each time the file is read
 */
export function readersOf(files: readonly FolderFile[], onRead?: (path: string) => void): FolderEntries {
  const reader =
    ({ path, real }: FolderFile) =>
    () => {
      onRead?.(path);
      return withFile('read', path, () => readFileSync(real));
    };
  return new Map(files.map((file) => [file.path, reader(file)]));
}

/**
 * Lists the files in a folder for an import, except those in `.git`. It follows symbolic links within the folder, so a
 * linked file appears under both names. To keep the list finite, it skips links to a folder that contains the link, and
 * links to folders in a linked folder.
 * @param onFound called after each file with the number of files so far
 * @throws ContentError for a symbolic link that leaves the folder or has no target, and for sockets, pipes and devices
 */
export function listFolder(folder: string, onFound?: (files: number) => void): FolderFile[] {
  const files: FolderFile[] = [];
  const addFile = (file: FolderFile) => {
    files.push(file);
    onFound?.(files.length);
  };
  const base = realFolder(folder);
  walkFolder({ base, addFile, isInLink: false }, { path: '', real: base });
  return files.sort((left, right) => compareCodeUnits(left.path, right.path));
}

interface Walk {
  /** Path of the imported folder, with symbolic links resolved. */
  base: string;
  /** Whether the path to the current folder contains a symbolic link. */
  isInLink: boolean;
  addFile(file: FolderFile): void;
}

function realFolder(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) throw new ContentError(`${JSON.stringify(folder)} must be a folder that exists`, folder);
  return realpathSync(folder);
}

function walkFolder(walk: Walk, { path, real }: FolderItem): void {
  const names = withFile('read', path || real, () => readdirSync(real));
  for (const name of names.sort(compareCodeUnits)) {
    if (isGit(name)) continue;
    const child = { path: path === '' ? name : `${path}/${name}`, real: join(real, name) };
    const stats = lstatSync(child.real, { bigint: true });
    if (stats.isSymbolicLink()) followLink(walk, child);
    else visit(walk, child, stats);
  }
}

/** Reports whether a name is `.git`, in any case, because some file systems ignore case. */
function isGit(name: string): boolean {
  return name.toLowerCase() === '.git';
}

interface FolderItem {
  path: string;
  real: string;
}

function visit(walk: Walk, { path, real }: FolderItem, stats: BigIntStats): void {
  if (stats.isDirectory()) walkFolder(walk, { path, real });
  else if (stats.isFile()) walk.addFile({ path, real, stats });
  else throw new ContentError(`"${path}" must be a file or a folder (got a socket, pipe or device)`, path);
}

function followLink(walk: Walk, { path, real }: FolderItem): void {
  const target = linkTarget(path, real);
  const relativeTarget = relative(walk.base, target);
  const segments = relativeTarget.split(sep);
  if (segments[0] === '..' || relativeTarget.startsWith(sep) || segments.some(isGit)) {
    throw new ContentError(
      `"${path}" is a symbolic link to a file outside of the folder; remove it or copy the file`,
      path,
    );
  }
  const stats = statSync(target, { bigint: true });
  const containsLink = `${real}${sep}`.startsWith(`${target}${sep}`);
  if (stats.isDirectory() && (walk.isInLink || containsLink)) return;
  visit({ ...walk, isInLink: stats.isDirectory() || walk.isInLink }, { path, real: target }, stats);
}

function linkTarget(path: string, real: string): string {
  try {
    return realpathSync(real);
  } catch {
    throw new ContentError(`"${path}" is a symbolic link to a file that does not exist; remove it`, path);
  }
}
