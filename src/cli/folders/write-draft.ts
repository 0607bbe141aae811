import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ContentError } from '../../engine/base/types.js';
import { withFile } from './file-errors.js';

/** Writes bytes at the end of a file. */
export type Append = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes a file that only its owner can read, under its name only when it is complete and on the disk. Until then it is
 * `FILE.partial`. A killed process leaves that file, and the next run replaces it.
 * @throws ContentError that names the file and the reason that the operating system gives; the errors of `fill`
 */
export async function writeDraft<Result>(path: string, fill: (append: Append) => Promise<Result>): Promise<Result> {
  const partial = `${path}.partial`;
  const file = withFile('written', partial, () => {
    rmSync(partial, { force: true });
    return openSync(partial, 'wx', 0o600);
  });
  try {
    const result = await fill(async (bytes) => withFile('written', partial, () => writeFileSync(file, bytes)));
    withFile('written', path, () => complete(file, { partial, path }));
    return result;
  } catch (error) {
    if (isSame(file, partial)) rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Gives the file its name. The folder is synchronized too, so that the name survives a power failure. */
function complete(file: number, { partial, path }: { partial: string; path: string }): void {
  fsyncSync(file);
  if (!isSame(file, partial))
    throw new ContentError(`"${partial}" was replaced by another process; run one at a time`, path);
  renameSync(partial, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Reports whether a path is the file that is open. */
function isSame(file: number, path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino;
}
