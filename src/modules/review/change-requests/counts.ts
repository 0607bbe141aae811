import type { SpaceCounts } from '../../content/revisions/move-head.js';

/** The states that spaces count, and the columns of their numbers; the number of all is that of the latest one. */
const columns: Record<string, keyof SpaceCounts | undefined> = {
  open: 'changeRequestsOpen',
  draft: 'changeRequestsDraft',
};

/** What the counts of a space change by where one of its change requests goes from a state (null: it is new) to another one. */
export function countsOf({ from, to }: { from: string | null; to: string }): SpaceCounts {
  const [left, come] = [from === null ? undefined : columns[from], columns[to]];
  return { ...(left && { [left]: -1 }), ...(come && { [come]: 1 }) };
}
