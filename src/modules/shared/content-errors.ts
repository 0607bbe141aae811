import { ContentError } from '../../engine/base/types.js';
import { badInput } from '../../platform/base/errors.js';

/** Runs a function that fails on invalid content. Converts its error to BAD_USER_INPUT, which names the field. */
export async function refusingContent<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(fieldFromPointer(error.pointer), error.message);
  }
}

/**
 * Runs a function whose errors point into one member of the request. It prefixes the pointer of the error, so that it
 * starts at the root of the request.
 */
export function pointingInto<Result>(pointer: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(error.message, `${pointer}${error.pointer ?? ''}`);
  }
}

/** Converts a pointer to a field name: `changes/0/page` becomes `changes[0].page`. */
function fieldFromPointer(pointer = ''): string {
  return pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
}
