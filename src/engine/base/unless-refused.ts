import { ContentError } from './types.js';

/** Returns what a function returns; null if it refuses content. */
export function unlessRefused<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}
