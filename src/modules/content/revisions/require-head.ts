import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** What has content that moves from revision to revision: a space with its head, or a change request. */
export interface Headed {
  /** What it is, in a sentence: `the space spc_…`. */
  what: string;
  /** The revision that it has. */
  revisionId: string;
}

/**
 * Refuses a write of a caller who knows another revision than the object has: by the `head` of its input, or by the
 * `If-Match` of its request. Without either any will do.
 * @throws CONFLICT, for `If-Match` PRECONDITION_FAILED, with the revision that it has in the detail.
 */
export function requireHead(
  { precondition }: Pick<UnitOfWork, 'precondition'>,
  { what, revisionId }: Headed,
  head?: string | null,
): void {
  const detail = { reason: 'REVISION_MOVED', revision: revisionId } as const;
  if (precondition && !precondition.allows(revisionId)) {
    const message = `\`If-Match\` must name the revision of ${what}, ${revisionId} (got ${precondition.ifMatch})`;
    throw new AppError('PRECONDITION_FAILED', message, detail);
  }
  if (head == null || head === revisionId) return;
  throw new AppError('CONFLICT', `The revision of ${what} must be ${head} (got ${revisionId})`, detail);
}

/** A space at its head. */
export function headOf({ id, revisionId }: { id: string; revisionId: string }): Headed {
  return { what: `the space ${id}`, revisionId };
}
