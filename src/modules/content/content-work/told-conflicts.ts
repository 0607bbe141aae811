import type { Conflict, PageTextConflict, PageTextHunk } from '../../../engine/change/merge/conflict.js';
import { isOpen } from '../../../engine/change/merge/resolution.js';
import { type PackedList, packList } from '../../../platform/workers/packed-list.js';

/** A conflict as it is told: of a text there may be tens of thousands of hunks, which are read when they are asked for. */
export type ToldConflict = { isOpen: boolean } & (
  | Exclude<Conflict, PageTextConflict>
  | (Omit<PageTextConflict, 'hunks'> & { hunks: PackedList<PageTextHunk> })
);

/** The conflicts of a merge, and what telling them costs each time, in bytes of text. */
export interface ToldConflicts {
  conflicts: ToldConflict[];
  bytes: number;
}

/** Conflicts as they are told. */
export function tellConflicts(conflicts: readonly Conflict[]): ToldConflicts {
  return {
    conflicts: conflicts.map((one) => ({
      ...(one.kind === 'page_text' ? { ...one, hunks: packList(one.hunks) } : one),
      isOpen: isOpen(one),
    })),
    bytes: conflicts.reduce((sum, conflict) => sum + bytesOf(conflict), 0),
  };
}

/** Each line of an answer costs about as much as so many bytes of it. */
const lineCost = 200;

function bytesOf(conflict: Conflict): number {
  if (conflict.kind !== 'page_text') return lineCost;
  let bytes = 0;
  for (const { base, ours, theirs } of conflict.hunks)
    for (const lines of [base, ours, theirs]) for (const line of lines) bytes += line.length + lineCost;
  return bytes;
}
