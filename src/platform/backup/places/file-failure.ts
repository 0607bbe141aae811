import { AppError } from '../../base/errors.js';

/** Reason and next step for an error of the file system, by its code. */
const failures: Record<string, readonly [reason: string, next: string]> = {
  ENOENT: ['it does not exist', 'Correct the path.'],
  EACCES: ['this user lacks the permission', 'Change its permissions, or run the command as another user.'],
  EPERM: ['this user lacks the permission', 'Change its permissions, or run the command as another user.'],
  EROFS: ['the file system is read-only', 'Use another folder.'],
  ENOSPC: ['the disk is full', 'Free space, or use another disk.'],
  EDQUOT: ['the quota of this user is used up', 'Free space, or use another disk.'],
  EISDIR: ['it is a folder', 'Give the path of a file.'],
  ENOTDIR: ['a part of the path is a file', 'Correct the path.'],
  EEXIST: ['a file has the name of a folder', 'Correct the path.'],
};

/** Returns an error of the file system as a sentence with the next step; other errors as they are. */
export function fileFailure(verb: 'read' | 'write', path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  const [reason, next] = failures[code] ?? ['the system refuses it', 'Look the code up in the manual of the system.'];
  const status = code === 'ENOSPC' || code === 'EDQUOT' ? 'STORAGE_FULL' : 'CONFLICT';
  return new AppError(status, `Cannot ${verb} ${JSON.stringify(path)}: ${reason} (${code}). ${next}`);
}
