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
import type { Remembered } from '../../engine/tree/import/folder-contents.js';
import { codeFolder } from '../../platform/base/package-path.js';
import type { FolderFile } from './read-folder.js';

/** What is known of a folder's files from the import before. */
export interface ImportCache {
  /** Of the files that are as they were then. */
  remembered: Map<string, Remembered>;
  /** Keeps what this import found for the next one; where that cannot be written, the next one reads all files. */
  keep(found: ReadonlyMap<string, Remembered>): void;
}

/**
 * A file that changed less than this long ago may change again without its times telling: it is read again next time. The
 * coarsest times of a file system in use are two seconds apart.
 */
const settled = 2_000_000_000n;

type Entry = [path: string, state: string, remembered: Remembered];

/**
 * Opens what the import before knew of a folder. A file is taken to be as it was where size, times, inode and device are;
 * whatever else is found in the cache, or nothing, the import comes to the same, only slower.
 * @param listedAt time when the files were listed, in milliseconds.
 */
export function openImportCache(folder: string, files: readonly FolderFile[], listedAt: number): ImportCache {
  const path = join(cacheFolder(), `${hashOfText(realpathSync(folder))}.json`);
  const states = new Map(files.map(({ path: file, stats }) => [file, stateOf(stats)]));
  const before = readEntries(path).filter(([file, state]) => states.get(file) === state);
  return {
    remembered: new Map(before.map(([file, , remembered]) => [file, remembered])),
    keep(found) {
      const before = BigInt(listedAt) * 1_000_000n - settled;
      const old = files.filter(({ stats }) => stats.mtimeNs < before && stats.ctimeNs < before);
      writeEntries(
        path,
        old.flatMap(({ path: file }): Entry[] => {
          const remembered = found.get(file);
          return remembered ? [[file, states.get(file)!, remembered]] : [];
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

/** The file appears whole or not at all, and for its owner alone: it tells what the pages are called. */
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
    // Where its folder is none, there is nothing to remove either.
  }
}

/** Changes whenever the code does: what other code found in a file may be of no use. */
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
