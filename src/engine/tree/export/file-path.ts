import { posix } from 'node:path';
import { ContentError } from '../../base/types.js';

/**
 * Notes that a file lies at this path of a folder, and answers the path.
 * @throws ContentError for a path that leaves the folder or that is taken.
 */
export function claimFilePath(path: string, taken: Set<string>): string {
  const isFile = path !== '' && posix.normalize(path) === path && !/\0|^\/|\/$/.test(path);
  // `.git` in any case, and as Windows writes or takes it: a hook in there would be run.
  const outside = path.split('/').some((segment) => /^(?:\.\.?|\.git[ .]*|git~\d+)$/i.test(segment));
  if (!isFile || outside) {
    throw new ContentError(
      `a file's path must stay within the folder and out of .git (got ${JSON.stringify(path)})`,
      path,
    );
  }
  if (taken.has(path)) throw new ContentError(`a path must be used once (got ${JSON.stringify(path)} again)`, path);
  taken.add(path);
  return path;
}
