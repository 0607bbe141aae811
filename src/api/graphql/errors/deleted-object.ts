import { type AppError, deletedAfterChange, deletedSince } from '../../../platform/base/errors.js';
import type { Context } from '../execution/context.js';
import { preparedOf } from '../execution/preparation.js';

/**
 * Returns the error for an object that another request deleted, or hid from the caller, while the response was
 * computed.
 * @param field name of the field that returns the object
 */
export function deletedObjectError(
  context: Partial<Pick<Context, 'operation' | 'requestKey'>>,
  field: string,
): AppError {
  if (context.requestKey?.isReplayed)
    return deletedSince(`The request was done before; its \`${field}\` is gone, or not visible to you`);
  if (isMutation(context)) return deletedAfterChange(`\`${field}\``);
  return deletedSince(`\`${field}\` was deleted while it was read. Send the request again.`);
}

/** Reports whether the request is a mutation; false before its text has been parsed. */
export function isMutation({ operation }: Partial<Pick<Context, 'operation'>>): boolean {
  return preparedOf(operation)?.operation.operation === 'mutation';
}
