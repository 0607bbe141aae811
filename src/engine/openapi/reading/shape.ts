import { isMembers, type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { acceptsEverything } from './accepts-everything.js';
import { itemsAt, type LocatedValue, memberAt, membersAt } from './json-path.js';
import type { SpecDocument } from './reader.js';
import { applicableSchemas, isNull, mayBeNull } from './schema-parts.js';

/** The values that a schema accepts, as a merge of the schema, its `allOf` and its references. */
export interface MergedSchema {
  /** Names of the accepted types; null if any type is accepted. */
  types: ReadonlySet<string> | null;
  /** Whether null is accepted in addition to `types`. */
  isNullable: boolean;
  /** Enum values by their text; null if there is no enum. */
  values: ReadonlyMap<string, Json> | null;
  format: string | null;
  /** Limits by keyword, such as `maxLength`. If several schemas have the keyword, the strictest value is used. */
  bounds: ReadonlyMap<string, number>;
  /** Schemas of the properties by name. A value must satisfy all schemas of its property. */
  properties: ReadonlyMap<string, LocatedValue[]>;
  required: ReadonlySet<string>;
  /**
   * Accepted properties in addition to the named ones: any (`true`), none (`false`), or properties that satisfy these
   * schemas.
   */
  additional: boolean | LocatedValue[];
  items: LocatedValue[] | null;
  /** Variants (`oneOf`, `anyOf`) except null. At least one of them must match. */
  variants: LocatedValue[] | null;
  /** Values of all other keywords. */
  otherKeywords: ReadonlyMap<string, Json>;
  /** Schemas that were merged. */
  parts: readonly LocatedValue[];
}

/** Merges schemas that apply together. The schema `true` accepts every value, `false` none. */
export function mergeSchemas(reader: SpecDocument, schemas: readonly LocatedValue[]): MergedSchema {
  const parts = applicableSchemas(reader, schemas);
  const shape: MutableSchema = {
    types: null,
    isNullable: false,
    values: null,
    format: null,
    bounds: new Map(),
    properties: new Map(),
    required: new Set(),
    additional: true,
    items: null,
    variants: null,
    otherKeywords: new Map(),
    parts,
  };
  for (const part of parts) {
    if (part.value === false) shape.types = new Set();
    else if (isMembers(part.value)) addPart(shape, part, part.value);
  }
  return shape;
}

type MutableSchema = { -readonly [Name in keyof MergedSchema]: MergedSchema[Name] } & {
  bounds: Map<string, number>;
  properties: Map<string, LocatedValue[]>;
  required: Set<string>;
  otherKeywords: Map<string, Json>;
};

/** Reports whether `types` include `type`. Every integer is also a number. */
export function includesType(types: ReadonlySet<string> | null, type: string): boolean {
  return types === null || types.has(type) || (type === 'integer' && types.has('number'));
}

function addPart(shape: MutableSchema, part: LocatedValue, schema: Members): void {
  const types = typesIn(part, schema);
  shape.isNullable ||= isNullable(part, schema);
  if (types) shape.types = shape.types ? commonTypes(shape.types, types) : types;
  addValues(shape, schema);
  if (typeof schema.format === 'string') shape.format ??= schema.format;
  addBounds(shape.bounds, schema);
  addMembers(shape, part, schema);
  const items = memberAt(part, 'items');
  if (items && !Array.isArray(items.value)) shape.items = [...(shape.items ?? []), items];
  addVariants(shape, part);
  for (const name of otherKeywords) {
    const value = schema[name];
    // If several schemas have a pattern, patterns that accept everything are ignored.
    const saysNothing = name === 'pattern' && shape.otherKeywords.has(name) && acceptsEverything(value);
    if (value !== undefined && !saysNothing) shape.otherKeywords.set(name, value);
  }
}

/** Returns the types that a schema names, or that result from its keywords. */
function typesIn(part: LocatedValue, schema: Members): Set<string> | null {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  const types = new Set(named.length > 0 ? named : impliedTypes(schema));
  if (types.size === 0) return null;
  // The type `file` of Swagger 2.0 is treated as a string.
  if (types.delete('file')) types.add('string');
  return isNullable(part, schema) ? types.add('null') : types;
}

function isNullable(part: LocatedValue, schema: Members): boolean {
  return mayBeNull(schema) || variantsAt(part).some(isNull);
}

function impliedTypes(schema: Members): string[] {
  if (isMembers(schema.properties) || isMembers(schema.additionalProperties)) return ['object'];
  if (isMembers(schema.items)) return ['array'];
  return [];
}

function commonTypes(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const narrower = [...left].filter((type) => includesType(right, type));
  return new Set([...narrower, ...[...right].filter((type) => includesType(left, type))]);
}

function addValues(shape: MutableSchema, schema: Members): void {
  const listed = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? null : [schema.const];
  if (!listed) return;
  const values = new Map(listed.map((value) => [valueKey(value), value]));
  const { values: before } = shape;
  shape.values = before ? new Map([...values].filter(([key]) => before.has(key))) : values;
}

/** Returns a key that differs for different scalar values. All objects and lists have the same key. */
function valueKey(value: Json): string {
  return typeof value === 'object' && value !== null ? 'object' : `${typeof value} ${String(value)}`;
}

/** Lower limits whose default is 0; an explicit 0 is ignored. */
const plainBounds = ['minLength', 'minItems', 'minProperties'];
const lowerBounds = [...plainBounds, 'minimum', 'exclusiveMinimum'];
const upperBounds = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];

function addBounds(bounds: Map<string, number>, schema: Members): void {
  const tighten = (name: string, value: Json | undefined, choose: (...values: number[]) => number): void => {
    if (typeof value !== 'number' || (value === 0 && plainBounds.includes(name))) return;
    bounds.set(name, choose(value, bounds.get(name) ?? value));
  };
  for (const name of lowerBounds) if (!isExclusive(schema, name)) tighten(name, schema[name], Math.max);
  for (const name of upperBounds) if (!isExclusive(schema, name)) tighten(name, schema[name], Math.min);
  // Before OpenAPI 3.1, `exclusiveMinimum` and `exclusiveMaximum` were booleans that excluded the bound itself.
  if (schema.exclusiveMinimum === true) tighten('exclusiveMinimum', schema.minimum, Math.max);
  if (schema.exclusiveMaximum === true) tighten('exclusiveMaximum', schema.maximum, Math.min);
}

function isExclusive(schema: Members, name: string): boolean {
  return (
    (name === 'minimum' && schema.exclusiveMinimum === true) || (name === 'maximum' && schema.exclusiveMaximum === true)
  );
}

function addMembers(shape: MutableSchema, part: LocatedValue, schema: Members): void {
  for (const [name, property] of membersAt(memberAt(part, 'properties'))) {
    const before = shape.properties.get(name);
    if (before) before.push(property);
    else shape.properties.set(name, [property]);
  }
  for (const name of Array.isArray(schema.required) ? schema.required : [])
    if (typeof name === 'string') shape.required.add(name);
  const additional = memberAt(part, 'additionalProperties');
  if (additional?.value === false) shape.additional = false;
  else if (
    isMembers(additional?.value) &&
    Object.keys(membersOrEmpty(additional.value)).length > 0 &&
    shape.additional !== false
  )
    shape.additional = [...(Array.isArray(shape.additional) ? shape.additional : []), additional];
}

/**
 * Adds the variants of a schema. If several merged schemas have variants, only those of the first one are added; the
 * variants of the others are compared as text.
 */
function addVariants(shape: MutableSchema, part: LocatedValue): void {
  const all = variantsAt(part);
  const variants = all.filter((one) => !isNull(one));
  if (variants.length === 0) {
    if (all.length > 0) shape.types = shape.types ? commonTypes(shape.types, onlyNull) : onlyNull;
    return;
  }
  if (shape.variants)
    shape.otherKeywords.set(
      'oneOf',
      variants.map(({ value }) => value),
    );
  else shape.variants = variants;
}

const onlyNull: ReadonlySet<string> = new Set(['null']);

function variantsAt(part: LocatedValue): LocatedValue[] {
  return ['oneOf', 'anyOf'].flatMap((name) => itemsAt(memberAt(part, name)));
}

const otherKeywords =
  'pattern multipleOf uniqueItems not if then else patternProperties propertyNames prefixItems contains minContains maxContains dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems contentEncoding contentMediaType contentSchema'.split(
    ' ',
  );
