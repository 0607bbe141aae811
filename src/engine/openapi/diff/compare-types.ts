import { isMembers } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { includesType, type MergedSchema } from '../reading/shape.js';
import { narrower, wider } from './detail.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

const cachedTypes = new WeakMap<MergedSchema, { types: ReadonlySet<string> | null }>();

/**
 * Returns the accepted types except null, or null for any type. Without `type`, these are the types of the values in
 * `enum`.
 */
export function typesOf(shape: MergedSchema): ReadonlySet<string> | null {
  const found = cachedTypes.get(shape) ?? { types: readTypes(shape) };
  cachedTypes.set(shape, found);
  return found.types;
}

function readTypes({ types, values }: MergedSchema): ReadonlySet<string> | null {
  if (types) return new Set([...types].filter((type) => type !== 'null'));
  if (!values) return null;
  return new Set([...values.values()].map(jsonTypeOf).filter((type) => type !== 'null'));
}

/** Reports whether a schema accepts null. */
export function acceptsNull({ types, values, variants, isNullable, otherKeywords }: MergedSchema): boolean {
  if (forbidsNull(otherKeywords.get('not'))) return false;
  if (isNullable || types?.has('null')) return true;
  if (values) return [...values.values()].includes(null) && types === null;
  return types === null && variants === null;
}

function forbidsNull(forbidden: Json | undefined): boolean {
  if (!isMembers(forbidden)) return forbidden === true;
  const { type, enum: values, const: value } = forbidden;
  return (
    Object.keys(forbidden).length === 0 ||
    value === null ||
    [type, values].flat().some((one) => one === 'null' || one === null)
  );
}

/** Reports whether two schemas have an accepted type in common. */
export function haveCommonType({ one, other }: TraversalContext): boolean {
  // Values in `enum` are reported one by one by `compareValues`.
  if (one.values && other.values) return true;
  const [before, after] = [typesOf(one), typesOf(other)];
  if (!before || !after || before.size === 0 || after.size === 0) return true;
  return [...before].some((type) => includesType(after, type)) || [...after].some((type) => includesType(before, type));
}

/** Reports a change of the accepted types. */
export function compareTypes(context: TraversalContext): void {
  const { one, other } = context;
  const [before, after] = [typesOf(one), typesOf(other)];
  // `compareValues` reports the enum values, which are more precise than their types.
  if (one.values && other.values && one.types === null && other.types === null) return;
  const isListed = (one.types === null && one.values) || (other.types === null && other.values);
  // `compareValues` reports that the schema now accepts only some values, or no longer only some.
  if (isListed && (!before || !after)) return;
  const effect = { isNarrower: hasMore(before, after), isWider: hasMore(after, before) };
  if (effect.isNarrower || effect.isWider)
    addDetail(context, `the type was ${formatTypes(before)} and is ${formatTypes(after)}`, effect);
}

/** Reports that null is now accepted, or no longer accepted. */
export function compareNull(context: TraversalContext): void {
  const { one, other, input } = context;
  if (input.isForm) return;
  const [before, after] = [acceptsNull(one), acceptsNull(other)];
  // A schema without types also accepts null; `compareTypes` reports that change.
  if (before === after || (typesOf(one) === null) !== (typesOf(other) === null)) return;
  addDetail(context, before ? 'null may no longer stand here' : 'null may stand here now', before ? narrower : wider);
}

/** Reports whether `types` contains a type that is missing from `otherTypes`. */
function hasMore(types: ReadonlySet<string> | null, otherTypes: ReadonlySet<string> | null): boolean {
  if (types === null) return otherTypes !== null;
  return [...types].some((type) => !includesType(otherTypes, type));
}

function formatTypes(types: ReadonlySet<string> | null): string {
  return types === null ? 'any' : [...types].sort().join(' or ') || 'none';
}

function jsonTypeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
