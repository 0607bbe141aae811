import type { SpaceCounts } from '../../content/revisions/move-head.js';

/**
 * For each state of change requests that a space counts: the column with the count. The total equals the number of the
 * latest change request.
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
