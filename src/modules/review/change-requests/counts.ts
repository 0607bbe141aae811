import type { SpaceCounts } from '../../content/revisions/move-head.js';

/**
 * Columns of a space with the number of its change requests in a state. Other states are not counted. The total number
 * needs no column: it equals the number of the latest change request.
 */
const columns: Record<string, keyof SpaceCounts | undefined> = {
  open: 'changeRequestsOpen',
  draft: 'changeRequestsDraft',
};

/**
 * Returns the changes to the counts of a space when one of its change requests changes its state. `from` is null for a
 * new change request.
 */
export function countChangesForTransition({ from, to }: { from: string | null; to: string }): SpaceCounts {
  const [oldColumn, newColumn] = [from === null ? undefined : columns[from], columns[to]];
  return { ...(oldColumn && { [oldColumn]: -1 }), ...(newColumn && { [newColumn]: 1 }) };
}
