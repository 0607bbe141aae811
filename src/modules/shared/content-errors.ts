import { ContentError } from '../../engine/base/types.js';
import { badInput } from '../../platform/base/errors.js';

/** Runs something that content can break; its error becomes a 400 that names the field. */
export async function refusingContent<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(fieldOf(error.pointer), error.message);
  }
}

/** Runs something whose errors point inside a member of the request; they point there from the request's root then. */
export function pointingInto<Result>(pointer: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(error.message, `${pointer}${error.pointer ?? ''}`);
  }
}

/** `changes/0/page` is the field `changes[0].page`. */
function fieldOf(pointer = ''): string {
  return pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
}
