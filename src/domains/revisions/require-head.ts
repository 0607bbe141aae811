import { AppError } from '../../errors.js';

/** What has content that moves from revision to revision: a space with its head, or a change request. */
export interface Headed {
  /** What it is, in a sentence: `the space spc_…`. */
  what: string;
  /** The revision that it has. */
  revisionId: string;
}

/**
 * Refuses a write of a caller who knows another revision than the object has; `head` absent: any will do.
 * @throws CONFLICT, with the revision that it has in the detail.
 */
export function requireHead({ what, revisionId }: Headed, head?: string | null): void {
  if (head == null || head === revisionId) return;
  const message = `The revision of ${what} must be ${head}, it is ${revisionId}`;
  throw new AppError('CONFLICT', message, { reason: 'REVISION_MOVED', revision: revisionId });
}

/** A space at its head. */
export function headOf({ id, revisionId }: { id: string; revisionId: string }): Headed {
  return { what: `the space ${id}`, revisionId };
}
