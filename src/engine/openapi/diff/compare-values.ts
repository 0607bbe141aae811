import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { typesOf } from './compare-types.js';
import { type Effect, formatValue, formatValues, narrower, narrowerAndWider, wider } from './detail.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

/** Reports enum values that were added or removed, except null, which `compareNull` reports. */
export function compareValues(context: TraversalContext): void {
  const { values: before } = context.one;
  const { values: after } = context.other;
  if (before && !after) addDetail(context, `the values were ${formatValueSet(before)} and are any`, wider);
  if (!before && after) addDetail(context, `the values were any and are ${formatValueSet(after)}`, narrower);
  if (!before || !after) return;
  const removed = valuesOnlyIn(before, after);
  const gained = valuesOnlyIn(after, before);
  if (removed.length > 0)
    addDetail(context, `${formatValues(removed)} ${removed.length > 1 ? 'are' : 'is'} no longer taken`, narrower);
  if (gained.length > 0)
    addDetail(context, `${formatValues(gained)} ${gained.length > 1 ? 'are new values' : 'is a new value'}`, wider);
}

/**
 * Compares the values of `x-extensible-enum`. Callers must expect new values in responses, and may rely on the values
 * that they send.
 */
export function compareExtensibleValues(context: TraversalContext): void {
  const [before, after] = [context.one, context.other].map(({ parts }) => {
    const given = parts.map(({ value }) => membersOrEmpty(value)['x-extensible-enum']).find(Array.isArray);
    return given && new Map(given.map((value) => [formatValue(value), value]));
  });
  if (!before || !after) return;
  const [removed, gained] = [valuesOnlyIn(before, after), valuesOnlyIn(after, before)];
  if (removed.length > 0) addDetail(context, `${formatValues(removed)} no longer in x-extensible-enum`, narrower);
  if (gained.length > 0) addDetail(context, `${formatValues(gained)} new in x-extensible-enum`, noEffect);
}

const noEffect: Effect = { isNarrower: false, isWider: false };

type Values = ReadonlyMap<string, Json>;

function formatValueSet(values: Values): string {
  return formatValues([...values.values()]);
}

function valuesOnlyIn(values: Values, otherValues: Values): Json[] {
  return [...values].filter(([key, value]) => value !== null && !otherValues.has(key)).map(([, value]) => value);
}

/** Formats that accept all values of another format, by that format. */
const within: ReadonlyMap<string, readonly string[]> = new Map([
  ['int32', ['int64']],
  ['float', ['double']],
]);

/** Reports a changed format. If the type also changed, only the type is reported, because it is more important. */
export function compareFormats(context: TraversalContext): void {
  const [before, after] = [context.one.format, context.other.format];
  if (before === after || !haveSameTypes(typesOf(context.one), typesOf(context.other))) return;
  addDetail(context, `the format was ${before ?? 'not given'} and is ${after ?? 'not given'}`, effectOf(before, after));
}

function effectOf(before: string | null, after: string | null): Effect {
  if (after === null || (before !== null && within.get(before)?.includes(after))) return wider;
  return before === null || within.get(after)?.includes(before) ? narrower : narrowerAndWider;
}

function haveSameTypes(left: ReadonlySet<string> | null, right: ReadonlySet<string> | null): boolean {
  return [...(left ?? [])].sort().join() === [...(right ?? [])].sort().join();
}
