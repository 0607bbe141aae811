import { ContentError } from '../../content/types.js';
import { badInput } from '../../errors.js';

/** Runs something that content can break; its error becomes a 400 that names the field. */
export async function refusingContent<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(fieldOf(error.pointer), error.message);
  }
}

/** `changes/0/page` is the field `changes[0].page`. */
function fieldOf(pointer = ''): string {
  return pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
}
