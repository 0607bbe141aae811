import { AppError } from '../base/errors.js';

/** Creates the error for an invalid response of the service on one of its paths. `expected` names a valid response. */
export function wrongAnswer(path: string, expected: string): AppError {
  return new AppError('UNAVAILABLE', `The AI service must answer ${expected} on ${path}`, { reason: 'AI_ANSWER' });
}
