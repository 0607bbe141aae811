import { equalJson } from '../canonical-json.js';
import type { Three } from './conflict.js';

/** Merges one value: the side that changed it wins; null where both changed it differently. Absence is a value. */
export function mergeValue<Value>({ base, ours, theirs }: Three<Value>): { value: Value | undefined } | null {
  if (equalJson(ours, theirs) || equalJson(base, theirs)) return { value: ours };
  return equalJson(base, ours) ? { value: theirs } : null;
}

/** The same member of three objects, any of which may be absent; members of prototypes do not count. */
export function memberOf<Value extends object, Name extends keyof Value>(
  three: Three<Value>,
  name: Name,
): Three<Value[Name]> {
  const read = (value: Value | undefined) => (value && Object.hasOwn(value, name) ? value[name] : undefined);
  return { base: read(three.base), ours: read(three.ours), theirs: read(three.theirs) };
}

/** The names of all members of three objects. */
export function memberNames(three: Three<object>): string[] {
  return [...new Set([three.ours, three.theirs, three.base].flatMap((value) => Object.keys(value ?? {})))];
}
