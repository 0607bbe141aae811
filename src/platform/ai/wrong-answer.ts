import { AppError } from '../base/errors.js';

/** Creates the error for an invalid response from a path of the service. `expected` describes a valid response. */
export function wrongAnswer(path: string, expected: string): AppError {
  return new AppError('UNAVAILABLE', `The AI service must answer ${expected} on ${path}`, { reason: 'AI_ANSWER' });
}
