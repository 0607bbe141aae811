import { equalJson } from '../../base/canonical-json.js';
import type { Three } from '../diff/three.js';
import type { Conflict, PageTextConflict } from './conflict.js';
import { type Resolutions, resolvedValue } from './resolution.js';

/** Merges one value: the side that changed it wins; null where both changed it differently. Absence is a value. */
export function mergeValue<Value>({ base, ours, theirs }: Three<Value>): { value: Value | undefined } | null {
  if (equalJson(ours, theirs) || equalJson(base, theirs)) return { value: ours };
  return equalJson(base, ours) ? { value: theirs } : null;
}

/** Where conflicts of a merge are told, and what is known to settle them. */
export interface Settling {
  resolutions: Resolutions;
  conflicts: Conflict[];
}

/**
 * Merges what both may have changed in different ways: then it is a conflict, which is told, and its value is the one that it
 * was resolved with; null where it was not.
 * @param merged what merging the values came to.
 * @param conflict tells the conflict; it is called for one alone.
 */
export function settleValue<Value>(
  merged: { value: Value | undefined } | null,
  conflict: () => Exclude<Conflict, PageTextConflict> & Three<unknown>,
  { resolutions, conflicts }: Settling,
): { value: Value | undefined } | null {
  if (merged) return merged;
  const found = conflict();
  const resolution = resolutions.get(found.id);
  conflicts.push(resolution ? { ...found, resolution } : found);
  return resolution ? { value: resolvedValue(found as Three<Value>, resolution) } : null;
}
