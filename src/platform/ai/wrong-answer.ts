import { AppError } from '../base/errors.js';

/** Refuses what the service answered on one of its paths; `expected` says what it should have been. */
export function wrongAnswer(path: string, expected: string): AppError {
  return new AppError('UNAVAILABLE', `The AI service must answer ${expected} on ${path}`, { reason: 'AI_ANSWER' });
}
