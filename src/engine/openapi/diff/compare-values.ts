import { membersOf } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { typesOf } from './compare-types.js';
import { another, type Effect, formatValue, formatValues, narrower, wider } from './detail.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

/** Reports listed values that were added or removed. `compareNull` reports null. */
export function compareValues(looking: TraversalContext): void {
  const { values: before } = looking.one;
  const { values: after } = looking.other;
  if (before && !after) addDetail(looking, `the values were ${told(before)} and are any`, wider);
  if (!before && after) addDetail(looking, `the values were any and are ${told(after)}`, narrower);
  if (!before || !after) return;
  const lost = only(before, after);
  const gained = only(after, before);
  if (lost.length > 0)
    addDetail(looking, `${formatValues(lost)} ${lost.length > 1 ? 'are' : 'is'} no longer taken`, narrower);
  if (gained.length > 0)
    addDetail(looking, `${formatValues(gained)} ${gained.length > 1 ? 'are new values' : 'is a new value'}`, wider);
}

/**
 * Compares the values of `x-extensible-enum`. Callers must expect new values in responses, and may rely on the values
 * that they send.
 */
export function compareExtensibleValues(looking: TraversalContext): void {
  const [before, after] = [looking.one, looking.other].map(({ parts }) => {
    const given = parts.map(({ value }) => membersOf(value)['x-extensible-enum']).find(Array.isArray);
    return given && new Map(given.map((value) => [formatValue(value), value]));
  });
  if (!before || !after) return;
  const [lost, gained] = [only(before, after), only(after, before)];
  if (lost.length > 0) addDetail(looking, `${formatValues(lost)} no longer in x-extensible-enum`, narrower);
  if (gained.length > 0) addDetail(looking, `${formatValues(gained)} new in x-extensible-enum`, none);
}

const none: Effect = { isNarrower: false, isWider: false };

type Values = ReadonlyMap<string, Json>;

function told(values: Values): string {
  return formatValues([...values.values()]);
}

function only(values: Values, others: Values): Json[] {
  return [...values].filter(([key, value]) => value !== null && !others.has(key)).map(([, value]) => value);
}

/** Formats whose values are all valid in other formats. */
const within: ReadonlyMap<string, readonly string[]> = new Map([
  ['int32', ['int64']],
  ['float', ['double']],
]);

/** Reports a changed format. If the type changed too, that change says more and this one is left out. */
export function compareFormats(looking: TraversalContext): void {
  const [before, after] = [looking.one.format, looking.other.format];
  if (before === after || !areLike(typesOf(looking.one), typesOf(looking.other))) return;
  addDetail(looking, `the format was ${before ?? 'not given'} and is ${after ?? 'not given'}`, effectOf(before, after));
}

function effectOf(before: string | null, after: string | null): Effect {
  if (after === null || (before !== null && within.get(before)?.includes(after))) return wider;
  return before === null || within.get(after)?.includes(before) ? narrower : another;
}

function areLike(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return [...(one ?? [])].sort().join() === [...(other ?? [])].sort().join();
}
