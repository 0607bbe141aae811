import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** An object that has a current revision: a space with its head, or a change request. */
export interface HeadOwner {
  /** Name of the object in messages: `the space spc_…`. */
  objectName: string;
  /** Id of its current revision. */
  revisionId: string;
}

/**
 * Refuses a write if the caller expects another revision than the current one. The caller gives the expected revision
 * in the `head` of its input, or in the `If-Match` header of its request. Without either, the write is allowed.
 * @throws CONFLICT, or PRECONDITION_FAILED for `If-Match`, with the current revision in the detail.
 */
export function requireHead(
  { precondition }: Pick<UnitOfWork, 'precondition'>,
  { objectName, revisionId }: HeadOwner,
  head?: string | null,
): void {
  const detail = { reason: 'REVISION_MOVED', revision: revisionId } as const;
  if (precondition && !precondition.allows(revisionId)) {
    const message = `\`If-Match\` must name the revision of ${objectName}, ${revisionId} (got ${precondition.ifMatch})`;
    throw new AppError('PRECONDITION_FAILED', message, detail);
  }
  if (head == null || head === revisionId) return;
  throw new AppError('CONFLICT', `The revision of ${objectName} must be ${head} (got ${revisionId})`, detail);
}

/** Returns a space with its head, for `requireHead`. */
export function spaceHead({ id, revisionId }: { id: string; revisionId: string }): HeadOwner {
  return { objectName: `the space ${id}`, revisionId };
}
