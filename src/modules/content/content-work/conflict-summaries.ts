import type { Conflict, PageTextConflict, PageTextHunk } from '../../../engine/change/merge/conflict.js';
import { isOpen } from '../../../engine/change/merge/resolution.js';
import { type PackedList, packList } from '../../../platform/workers/packed-list.js';

/**
 * A conflict for the response. A text may have tens of thousands of hunks, so hunks are stored in packed form, and are
 * unpacked on demand.
 */
export type ConflictSummary = { isOpen: boolean } & (
  | Exclude<Conflict, PageTextConflict>
  | (Omit<PageTextConflict, 'hunks'> & { hunks: PackedList<PageTextHunk> })
);

/** Conflicts of a merge, and the cost, in bytes of text, of each response that contains them. */
export interface ConflictSummaries {
  conflicts: ConflictSummary[];
  bytes: number;
}

/** Converts conflicts for the response, and computes their cost. */
export function summarizeConflicts(conflicts: readonly Conflict[]): ConflictSummaries {
  return {
    conflicts: conflicts.map((conflict) => ({
      ...(conflict.kind === 'page_text' ? { ...conflict, hunks: packList(conflict.hunks) } : conflict),
      isOpen: isOpen(conflict),
    })),
    bytes: conflicts.reduce((sum, conflict) => sum + estimateBytes(conflict), 0),
  };
}

/** Cost of a line in a response, in bytes, in addition to its length. */
const lineCost = 200;

function estimateBytes(conflict: Conflict): number {
  if (conflict.kind !== 'page_text') return lineCost;
  let bytes = 0;
  for (const { base, ours, theirs } of conflict.hunks)
    for (const lines of [base, ours, theirs]) for (const line of lines) bytes += line.length + lineCost;
  return bytes;
}
