import fc from 'fast-check';
import { documents } from '../engine/text/document/document-arbitrary.js';
import { textsFor } from './texts.js';
import type { World } from './world.js';

/** A JSON Schema. */
export type Schema = Record<string, any>;

/** Context of a value: the named schemas, the world that has its ids, and the value's name. */
export interface ValueContext {
  components: Record<string, Schema>;
  world: World;
  name: string;
  /** Number of named schemas around the value; limits recursive schemas. */
  depth?: number;
}

/** Maximum number of named schemas that are nested in each other. */
const deepest = 8;

/**
 * Generates values that a schema allows, or almost allows: only the shape is respected. Patterns, and rules about
 * members
 * that exclude each other, are ignored.
 */
export function valuesOf(schema: Schema, maker: ValueContext): fc.Arbitrary<unknown> {
  const { depth = 0 } = maker;
  // Ends the recursion. The value is invalid, and is refused like any other invalid value.
  if (schema.$ref && depth > deepest) return fc.constant({});
  if (schema.$ref) return valuesOf(resolveReference(schema, maker), { ...maker, depth: depth + 1 });
  if (schema.properties?.object?.enum?.[0] === 'document') return documents;
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return fc.oneof(...several.map((one: Schema) => valuesOf(one, maker)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? 'object'].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(type, schema, maker)));
}

function resolveReference({ $ref }: Schema, { components }: ValueContext): Schema {
  const found = components[$ref.split('/').at(-1)];
  if (!found) throw new Error(`No component ${$ref}`);
  return found;
}

function ofType(type: string, schema: Schema, maker: ValueContext): fc.Arbitrary<unknown> {
  if (type === 'object') return objectsOf(schema, maker);
  if (type === 'array') return arraysOf(schema, maker);
  if (type === 'integer')
    return fc.integer({ min: Math.max(schema.minimum ?? -2, -1000), max: Math.min(schema.maximum ?? 60, 1000) });
  if (type === 'number') return fc.double({ noNaN: true, min: schema.minimum ?? -1e6, max: 1e6 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return textsFor(maker.name, maker.world, schema);
}

function arraysOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, maker: ValueContext): fc.Arbitrary<unknown> {
  return fc.array(valuesOf(items, maker), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 3)),
  });
}

function objectsOf(schema: Schema, maker: ValueContext): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties as Record<string, Schema>).map(([name, one]) => [
    name,
    valuesOf(one, { ...maker, name }),
  ]);
  const whole = fc.record(Object.fromEntries(members), { requiredKeys: required });
  // Members often exclude each other, so half of the values have few optional members.
  const record = fc.oneof(
    whole,
    fc.tuple(whole, fc.nat()).map(([value, at]) => fewOf(value, { required, at })),
  );
  if (typeof additionalProperties !== 'object' && members.length > 0) return record;
  const inner = typeof additionalProperties === 'object' ? additionalProperties : { type: ['string', 'integer'] };
  const free = fc.dictionary(textsFor(maker.name, maker.world), valuesOf(inner, maker), { maxKeys: 3 });
  return fc.tuple(free, record).map(([one, other]) => ({ ...one, ...(other as object) }));
}

/** Returns the required members of an object, and up to two more. */
function fewOf(value: Record<string, unknown>, { required, at }: { required: string[]; at: number }): object {
  const others = Object.keys(value).filter((name) => !required.includes(name));
  const selectedNames = new Set([
    ...required,
    others[at % (others.length + 1)],
    others[(at >> 4) % (others.length + 1)],
  ]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => selectedNames.has(name)));
}
