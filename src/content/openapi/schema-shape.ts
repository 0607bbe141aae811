import { equalJson } from '../canonical-json.js';
import { isMembers, type Members, membersOf } from '../members.js';
import type { Json } from '../types.js';
import { resolved } from './resolve.js';

/** What callers can tell of a schema, with its `allOf` put together. */
export interface Shape {
  /** Names of the types that a value may have; empty for any. `number` has `integer` in it. */
  types: readonly string[];
  properties: ReadonlyMap<string, Json>;
  required: ReadonlySet<string>;
  /** Null where any value is taken. */
  values: readonly Json[] | null;
  /** What one of, or any of, a value has to be; empty where nothing is said. */
  variants: readonly Json[];
  items: Json | undefined;
  /** Numbers by the name of the bound: `maxLength`. */
  bounds: ReadonlyMap<string, number>;
  pattern: string | null;
  format: string | null;
}

/** Bounds of values, and whether a larger one is the narrower one. */
export const boundNames: Readonly<Record<string, 'larger' | 'smaller'>> = {
  minimum: 'larger',
  minLength: 'larger',
  minItems: 'larger',
  minProperties: 'larger',
  maximum: 'smaller',
  maxLength: 'smaller',
  maxItems: 'smaller',
  maxProperties: 'smaller',
};

/** So deep is `allOf` put together. */
const mostLevels = 8;

/** Reads a schema, references followed. */
export function shapeOf(document: Members, schema: Json | undefined): Shape {
  const parts = partsOf(document, schema, mostLevels);
  const last = <T>(read: (part: Members) => T | undefined): T | undefined =>
    parts.map(read).findLast((value) => value !== undefined);
  const values = last(({ enum: some, const: one }) =>
    Array.isArray(some) ? some : one === undefined ? undefined : [one],
  );
  const types = last(typesIn) ?? (parts.some(({ properties }) => isMembers(properties)) ? ['object'] : []);
  const isNullable = parts.some(({ nullable, 'x-nullable': old }) => nullable === true || old === true);
  return {
    types: isNullable && types.length > 0 ? [...types, 'null'] : types,
    properties: new Map(parts.flatMap(({ properties }) => Object.entries(membersOf(properties)))),
    required: new Set(parts.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : []))),
    values: values ?? null,
    variants: parts.flatMap(({ oneOf, anyOf }) => [oneOf, anyOf].flatMap((one) => (Array.isArray(one) ? one : []))),
    items: last(({ items }) => items),
    bounds: new Map(
      Object.keys(boundNames).flatMap((name) => {
        const bound = last((part) => (typeof part[name] === 'number' ? part[name] : undefined));
        return bound === undefined ? [] : [[name, bound] as const];
      }),
    ),
    pattern: last(({ pattern }) => (typeof pattern === 'string' ? pattern : undefined)) ?? null,
    format: last(({ format }) => (typeof format === 'string' ? format : undefined)) ?? null,
  };
}

/** Whether a list has a value. */
export function hasValue(values: readonly Json[], value: Json): boolean {
  return values.some((one) => equalJson(one, value));
}

function partsOf(document: Members, schema: Json | undefined, levels: number): Members[] {
  const own = resolved(document, schema);
  const inner = Array.isArray(own.allOf) && levels > 0 ? own.allOf : [];
  return [...inner.flatMap((part) => partsOf(document, part, levels - 1)), own];
}

function typesIn({ type }: Members): string[] | undefined {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : undefined;
}
