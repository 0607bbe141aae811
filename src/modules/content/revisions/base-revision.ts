import type { Row } from '../../../platform/db/query/rows.js';

/** Returns the revision of the space that a change request last merged: the base of a three-way merge. */
export function baseRevisionOf({ revisionMergedAncestorId, revisionInitialId }: Row<'ChangeRequest'>): string {
  return revisionMergedAncestorId ?? revisionInitialId;
}
