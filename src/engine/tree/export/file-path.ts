import { posix } from 'node:path';
import { ContentError } from '../../base/types.js';

/**
 * Marks a path in a folder as used, and returns it.
 * @throws ContentError for a path that leaves the folder, and for a path that is already used
 */
export function claimFilePath(path: string, usedPaths: Set<string>): string {
  const isFile = path !== '' && posix.normalize(path) === path && !/\0|^\/|\/$/.test(path);
  // Also matches `.git` in any case, and names that Windows treats as `.git`, because Git would run hooks in such a
  // folder.
  const outside = path.split('/').some((segment) => /^(?:\.\.?|\.git[ .]*|git~\d+)$/i.test(segment));
  if (!isFile || outside) {
    throw new ContentError(
      `a file's path must stay within the folder and out of .git (got ${JSON.stringify(path)})`,
      path,
    );
  }
  if (usedPaths.has(path)) throw new ContentError(`a path must be used once (got ${JSON.stringify(path)} again)`, path);
  usedPaths.add(path);
  return path;
}
