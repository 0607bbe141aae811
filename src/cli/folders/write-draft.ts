import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ContentError } from '../../engine/base/types.js';
import { withFile } from './file-errors.js';

/** Function that appends bytes to a file. */
export type Append = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes a file that only its owner can read. It is written as `FILE.partial`, and gets its name when it is complete
 * and on the disk. If the process is killed, the partial file stays, and the next run replaces it.
 * @throws ContentError with the name of the file and the reason of the failure; the errors of `fill`
 */
export async function writeDraft<Result>(path: string, fill: (append: Append) => Promise<Result>): Promise<Result> {
  const partial = `${path}.partial`;
  const file = withFile('written', partial, () => {
    rmSync(partial, { force: true });
    return openSync(partial, 'wx', 0o600);
  });
  try {
    const result = await fill(async (bytes) => withFile('written', partial, () => writeFileSync(file, bytes)));
    withFile('written', path, () => renameToFinal(file, { partial, path }));
    return result;
  } catch (error) {
    if (isSameFile(file, partial)) rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Renames the complete file to its name. The folder is synchronized too, so that the name survives a power failure. */
function renameToFinal(file: number, { partial, path }: { partial: string; path: string }): void {
  fsyncSync(file);
  if (!isSameFile(file, partial))
    throw new ContentError(`"${partial}" was replaced by another process; run one at a time`, path);
  renameSync(partial, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Reports whether a path is that of the open file. */
function isSameFile(file: number, path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino;
}
