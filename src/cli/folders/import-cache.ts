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
  /** Results of the files that have not changed since the previous import, by path. */
  cachedFiles: Map<string, CachedFile>;
  /** Stores the results of this import for the next one. It ignores errors: the next import then reads all files. */
  save(results: ReadonlyMap<string, CachedFile>): void;
}

/**
 * Coarsest resolution of timestamps in common file systems: 2 seconds, in nanoseconds. If a file changed within this
 * time before an import, a second change may leave its timestamp the same. The results of such files are not stored.
 */
const timestampResolutionNs = 2_000_000_000n;

type Entry = [path: string, state: string, cachedFile: CachedFile];

/**
 * Opens the cache of a folder. A file counts as unchanged if its size, times, inode and device are the same. The cache
 * makes imports faster, but does not affect their result.
 * @param listedAt time at which the files were listed, in milliseconds
 */
export function openImportCache(folder: string, files: readonly FolderFile[], listedAt: number): ImportCache {
  const path = join(cacheFolder(), `${sha256(realpathSync(folder))}.json`);
  const states = new Map(files.map(({ path: file, stats }) => [file, fileState(stats)]));
  const unchanged = readEntries(path).filter(([file, state]) => states.get(file) === state);
  return {
    cachedFiles: new Map(unchanged.map(([file, , cached]) => [file, cached])),
    save(results) {
      const threshold = BigInt(listedAt) * 1_000_000n - timestampResolutionNs;
      const cacheable = files.filter(({ stats }) => stats.mtimeNs < threshold && stats.ctimeNs < threshold);
      writeEntries(
        path,
        cacheable.flatMap(({ path: file }): Entry[] => {
          const cached = results.get(file);
          return cached ? [[file, states.get(file)!, cached]] : [];
        }),
      );
    },
  };
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'docgraph', 'imports');
}

function fileState({ size, mtimeNs, ctimeNs, ino, dev }: FolderFile['stats']): string {
  return [size, mtimeNs, ctimeNs, ino, dev].join(' ');
}

function readEntries(path: string): Entry[] {
  try {
    const { code, entries } = JSON.parse(readFileSync(path, 'utf8')) as { code: string; entries: Entry[] };
    return code === codeFingerprint() ? entries : [];
  } catch {
    return [];
  }
}

/** Writes the cache atomically. Only its owner can read it, because it contains titles of pages. Errors are ignored. */
function writeEntries(path: string, entries: Entry[]): void {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify({ code: codeFingerprint(), entries }), { mode: 0o600 });
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

/** Returns a fingerprint of the code, because results of another version of the code may not be valid. */
function codeFingerprint(): string {
  const names = readdirSync(codeFolder, { recursive: true, encoding: 'utf8' }).sort();
  const states = names.map((name) => {
    const { mtimeMs, size } = statSync(join(codeFolder, name));
    return [name, mtimeMs, size];
  });
  return sha256(JSON.stringify(states));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
