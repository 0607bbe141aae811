import { ContentError } from '../../engine/base/types.js';

/** Explanations of file system errors, by error code. */
const reasons: Record<string, string> = {
  EACCES: 'you may not; see its permissions and those of its folder',
  EPERM: 'you may not; see its permissions and those of its folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EISDIR: 'a folder has that name',
  EEXIST: 'a file has the name of a folder that is needed',
  ENOTDIR: 'a file has the name of a folder that is needed',
  ENOENT: 'it is not there',
  ENAMETOOLONG: 'the name is too long for the file system',
};

/**
 * Runs an operation on a file that the user has named.
 * @throws ContentError with the name of the file and the reason of the failure, if the operating system refuses the
 * operation
 */
export function withFile<Result>(verb: 'read' | 'written', path: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!code || !syscall) throw error;
    throw new ContentError(`"${path}" cannot be ${verb}: ${reasons[code] ?? 'the system refuses it'} (${code})`, path);
  }
}
