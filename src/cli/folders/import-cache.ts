import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CachedFile } from '../../engine/tree/import/folder-contents.js';
import { codeFolder } from '../../platform/base/package-path.js';
import type { FolderFile } from './read-folder.js';

/** Results of the previous import of a folder. */
export interface ImportCache {
  /** Results for the files that are unchanged since the previous import. */
  cachedFiles: Map<string, CachedFile>;
  /** Stores the results of this import for the next one. If that fails, the next import reads all files. */
  keep(found: ReadonlyMap<string, CachedFile>): void;
}

/**
 * Nanoseconds after a change in which a file may change again without a new timestamp; such a file is read again by the
 * next import. The coarsest timestamps of file systems in use are two seconds apart.
 */
const timestampResolutionNs = 2_000_000_000n;

type Entry = [path: string, state: string, cachedFile: CachedFile];

/**
 * Opens the cache of a folder. A file counts as unchanged if its size, times, inode and device are the same. The import
 * has the same result with any other cache content, or with none; it is only slower.
 * @param listedAt time when the files were listed, in milliseconds
 */
export function openImportCache(folder: string, files: readonly FolderFile[], listedAt: number): ImportCache {
  const path = join(cacheFolder(), `${hashOfText(realpathSync(folder))}.json`);
  const states = new Map(files.map(({ path: file, stats }) => [file, stateOf(stats)]));
  const before = readEntries(path).filter(([file, state]) => states.get(file) === state);
  return {
    cachedFiles: new Map(before.map(([file, , cached]) => [file, cached])),
    keep(found) {
      const before = BigInt(listedAt) * 1_000_000n - timestampResolutionNs;
      const old = files.filter(({ stats }) => stats.mtimeNs < before && stats.ctimeNs < before);
      writeEntries(
        path,
        old.flatMap(({ path: file }): Entry[] => {
          const cached = found.get(file);
          return cached ? [[file, states.get(file)!, cached]] : [];
        }),
      );
    },
  };
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'docgraph', 'imports');
}

function stateOf({ size, mtimeNs, ctimeNs, ino, dev }: FolderFile['stats']): string {
  return [size, mtimeNs, ctimeNs, ino, dev].join(' ');
}

function readEntries(path: string): Entry[] {
  try {
    const { code, entries } = JSON.parse(readFileSync(path, 'utf8')) as { code: string; entries: Entry[] };
    return code === codeState() ? entries : [];
  } catch {
    return [];
  }
}

/**
 * Writes the cache atomically, readable only by its owner because it has the titles of pages. A failed write is
 * ignored.
 */
function writeEntries(path: string, entries: Entry[]): void {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify({ code: codeState(), entries }), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    discard(draft);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // If the folder does not exist, there is no file to remove.
  }
}

/** Returns a fingerprint of the code. Cached results of other versions of the code may not be valid. */
function codeState(): string {
  const names = readdirSync(codeFolder, { recursive: true, encoding: 'utf8' }).sort();
  const states = names.map((name) => {
    const { mtimeMs, size } = statSync(join(codeFolder, name));
    return [name, mtimeMs, size];
  });
  return hashOfText(JSON.stringify(states));
}

function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
