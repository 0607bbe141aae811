import type { ErrorReason } from '../../../platform/base/error-reasons.js';
import { AppError } from '../../../platform/base/errors.js';

/** A limit of an organization that a change would exceed. */
interface ReachedLimit {
  /** Singular noun for the objects that would be added, such as `member`. */
  noun: string;
  /** Number of objects that would be added. */
  added: number;
  maximum: number;
  reason: ErrorReason;
}

/** Returns the CONFLICT for a change that would exceed a limit of an organization. The operator sets these limits. */
export function limitReached({ noun, added, maximum, reason }: ReachedLimit): AppError {
  const message = `Cannot add ${added} ${noun}${added === 1 ? '' : 's'}: the organization may have at most ${maximum}. Remove others, or ask the operator of the server to raise the limit`;
  return new AppError('CONFLICT', message, { reason });
}
