import type { SpaceCounts } from '../../content/revisions/move-head.js';

/**
 * Columns of a space that count its change requests, by state. Other states are not counted. The total needs no column:
 * it equals the number of the latest change request.
 */
const columns: Record<string, keyof SpaceCounts | undefined> = {
  open: 'changeRequestsOpen',
  draft: 'changeRequestsDraft',
};

/**
 * Returns the changes to the counts of a space when one of its change requests moves to another state. `from` is null
 * for a new one.
 */
export function countChangesForTransition({ from, to }: { from: string | null; to: string }): SpaceCounts {
  const [left, come] = [from === null ? undefined : columns[from], columns[to]];
  return { ...(left && { [left]: -1 }), ...(come && { [come]: 1 }) };
}
