import { AppError } from '../../../platform/base/errors.js';

/**
 * Creates the error for a file that is not a valid archive. The message names the entry and the line if they are given.
 */
export function invalidArchive(problem: string, at?: { entry: string; line?: number }): AppError {
  const position = at ? `${at.entry}${at.line === undefined ? '' : `, line ${at.line}`}: ` : '';
  return new AppError('BAD_USER_INPUT', `Cannot import the archive: ${position}${problem}`);
}
