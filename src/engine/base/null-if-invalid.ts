import { ContentError } from './types.js';

/** Returns the result of a function, or null if it throws a `ContentError`. */
export function nullIfInvalid<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}
