import { AppError } from '../base/errors.js';

/** Next step for a file that is damaged or incomplete. */
const useAnother = 'Copy the file again from where it is stored, or use another backup.';

/** Creates the error for a file that is not a whole backup. The problem is a sentence without its full stop. */
export function unreadableBackup(problem: string, next = useAnother): AppError {
  return new AppError('BAD_USER_INPUT', `Cannot read the backup: ${problem}. ${next}`);
}

/** Creates the error for a backup that could not be written. */
export function cannotBackUp(reason: string, next: string): AppError {
  return new AppError('CONFLICT', `Cannot back up: ${reason}. ${next}`);
}

/** Creates the error for a backup that cannot be restored here. */
export function cannotRestore(reason: string, next: string): AppError {
  return new AppError('CONFLICT', `Cannot restore: ${reason}. ${next}`);
}
