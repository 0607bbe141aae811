import { type BigIntStats, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareCodeUnits } from '../../engine/base/canonical-json.js';
import { ContentError } from '../../engine/base/types.js';
import { withFile } from './file-errors.js';

/**
 * Regular files of a folder, sorted by path. Paths are relative to the folder, with `/`; each file is read on demand.
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

/** Lists the files of a folder, to read on demand; see `listFolder`. */
export function readFolder(folder: string, onFound?: (files: number) => void): FolderEntries {
  return readersOf(listFolder(folder, onFound));
}

/**
 * Returns functions that read the files of a list.
 * @param onRead called with the path of a file each time it is read
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
 * Lists a folder for an import, without `.git`. It follows a symbolic link to a file or folder inside, so the target
 * appears under both names. To keep the list finite, it leaves out links to a folder that contains the link, and links
 * to folders in a linked folder.
 * @param onFound called after each file with the number of files found so far
 * @throws ContentError for a symbolic link that leaves the folder or has no target, and for sockets, pipes and devices
 */
export function listFolder(folder: string, onFound?: (files: number) => void): FolderFile[] {
  const files: FolderFile[] = [];
  const found = (file: FolderFile) => {
    files.push(file);
    onFound?.(files.length);
  };
  const base = realFolder(folder);
  walkFolder({ base, found, linked: false }, { path: '', real: base });
  return files.sort((one, other) => compareCodeUnits(one.path, other.path));
}

interface Walk {
  /** Path of the imported folder, with symbolic links resolved. */
  base: string;
  /** Whether the path to the current folder contains a symbolic link. */
  linked: boolean;
  found(file: FolderFile): void;
}

function realFolder(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) throw new ContentError(`${JSON.stringify(folder)} must be a folder that exists`, folder);
  return realpathSync(folder);
}

function walkFolder(walk: Walk, { path, real }: Place): void {
  const names = withFile('read', path || real, () => readdirSync(real));
  for (const name of names.sort(compareCodeUnits)) {
    if (isGit(name)) continue;
    const child = { path: path === '' ? name : `${path}/${name}`, real: join(real, name) };
    const stats = lstatSync(child.real, { bigint: true });
    if (stats.isSymbolicLink()) follow(walk, child);
    else visit(walk, child, stats);
  }
}

/** Reports whether a name is `.git`, also in the spellings of case-insensitive file systems. */
function isGit(name: string): boolean {
  return name.toLowerCase() === '.git';
}

interface Place {
  path: string;
  real: string;
}

function visit(walk: Walk, { path, real }: Place, stats: BigIntStats): void {
  if (stats.isDirectory()) walkFolder(walk, { path, real });
  else if (stats.isFile()) walk.found({ path, real, stats });
  else throw new ContentError(`"${path}" must be a file or a folder (got a socket, pipe or device)`, path);
}

function follow(walk: Walk, { path, real }: Place): void {
  const target = linkTarget(path, real);
  const inside = relative(walk.base, target);
  const segments = inside.split(sep);
  if (segments[0] === '..' || inside.startsWith(sep) || segments.some(isGit)) {
    throw new ContentError(
      `"${path}" is a symbolic link to a file outside of the folder; remove it or copy the file`,
      path,
    );
  }
  const stats = statSync(target, { bigint: true });
  const isAround = `${real}${sep}`.startsWith(`${target}${sep}`);
  if (stats.isDirectory() && (walk.linked || isAround)) return;
  visit({ ...walk, linked: stats.isDirectory() || walk.linked }, { path, real: target }, stats);
}

function linkTarget(path: string, real: string): string {
  try {
    return realpathSync(real);
  } catch {
    throw new ContentError(`"${path}" is a symbolic link to a file that does not exist; remove it`, path);
  }
}
