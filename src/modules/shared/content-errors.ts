import { ContentError } from '../../engine/base/types.js';
import { badInput } from '../../platform/base/errors.js';

/**
 * Runs a function. If it throws a `ContentError`, throws BAD_USER_INPUT instead, with the name of the invalid field.
 */
export async function refusingContent<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(fieldFromPointer(error.pointer), error.message);
  }
}

/**
 * Runs a function on one member of the request. If it throws a `ContentError`, adds the pointer of the member to the
 * start of the error's pointer.
 */
export function pointingInto<Result>(pointer: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(error.message, `${pointer}${error.pointer ?? ''}`);
  }
}

/** Converts a JSON pointer to the name of a field: `changes/0/page` becomes `changes[0].page`. */
function fieldFromPointer(pointer = ''): string {
  return pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
}
