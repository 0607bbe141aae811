import { equalJson } from '../../base/canonical-json.js';
import type { ThreeWay } from '../diff/three-way.js';
import type { Conflict, PageTextConflict } from './conflict.js';
import { type Resolutions, resolvedValue } from './resolution.js';

/**
 * Merges one value. If only one side changed it, that side's value is used. Returns null if both sides changed it
 * differently. An absent value is compared like any other value.
 */
export function mergeValue<Value>({ base, ours, theirs }: ThreeWay<Value>): { value: Value | undefined } | null {
  if (equalJson(ours, theirs) || equalJson(base, theirs)) return { value: ours };
  return equalJson(base, ours) ? { value: theirs } : null;
}

/** Resolutions of a merge, and the conflicts found so far. */
export interface MergeContext {
  resolutions: Resolutions;
  conflicts: Conflict[];
}

/**
 * Returns the merged value. If the sides conflict, records the conflict and returns the value of its resolution, or
 * null if there is none.
 * @param merged result of merging the values
 * @param conflict creates the conflict; called only if the sides conflict
 */
export function mergeOrRecordConflict<Value>(
  merged: { value: Value | undefined } | null,
  conflict: () => Exclude<Conflict, PageTextConflict> & ThreeWay<unknown>,
  { resolutions, conflicts }: MergeContext,
): { value: Value | undefined } | null {
  if (merged) return merged;
  const found = conflict();
  const resolution = resolutions.get(found.id);
  conflicts.push(resolution ? { ...found, resolution } : found);
  return resolution ? { value: resolvedValue(found as ThreeWay<Value>, resolution) } : null;
}
