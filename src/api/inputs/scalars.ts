import type { GraphQLScalarType } from 'graphql';
import { badInput } from '../../platform/base/errors.js';
import { type JsonSchema, restExtension } from './extensions.js';
import { compileRules, formatValue } from './rules.js';

/**
 * Converts a JSON value of a request to the JSON value of a GraphQL variable. Refuses an invalid value with an error
 * that names the field `at`.
 */
export type Convert = (wire: unknown, at: string) => unknown;

/** JSON Schemas of the built-in GraphQL scalars. */
const builtInSchemas: Record<string, JsonSchema | undefined> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
};

/**
 * Compiles a scalar for a GraphQL field. Refuses text with NUL or half of a surrogate pair, because no database
 * preserves it. The other checks are those of `compileParsed`.
 */
export function compileScalar(type: GraphQLScalarType): Convert {
  const convert = compileParsed(type);
  return (wire, at) => {
    if (!isObject(wire) || checkedValues.get(wire) !== type) assertText(wire, at);
    return convert(wire, at);
  };
}

/**
 * Compiles a scalar for texts without characters that a database refuses. The rules of the scalar's schema apply first,
 * then its parser. The client never sees error messages of the parser.
 */
export function compileParsed(type: GraphQLScalarType): Convert {
  const { schema, components, parseValue = type.parseValue } = restExtension(type);
  const builtIn = builtInSchemas[type.name];
  const check = compileRules(builtIn ?? schema ?? {}, components);
  return (wire, at) => {
    if (isObject(wire) && checkedValues.get(wire) === type) return wire;
    check(wire, at);
    if (!builtIn) assertParses({ name: type.name, parseValue }, wire, at);
    if (isObject(wire)) checkedValues.set(wire, type);
    return wire;
  };
}

/**
 * Objects that have passed the checks of a scalar. `/v1` checks a value before GraphQL does; a second check of several
 * megabytes would take tens of milliseconds.
 */
const checkedValues = new WeakMap<object, GraphQLScalarType>();

/** Marks an object as valid for a type, because a worker thread has already checked it. */
export function markChecked(value: object, type: GraphQLScalarType): void {
  checkedValues.set(value, type);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the JSON type that text in a query string is converted to. */
export function jsonTextType(type: GraphQLScalarType): unknown {
  return (builtInSchemas[type.name] ?? restExtension(type).schema)?.type;
}

/**
 * Maximum length of a text that does not come from a body of `/v1`, in characters. `parseJson` has already checked the
 * texts of those bodies.
 */
const maxUncheckedTextLength = 2_097_152;

/**
 * Refuses a text with NUL or half of a surrogate pair, also inside of lists and objects.
 * @throws BAD_USER_INPUT
 */
export function assertText(value: unknown, at: string): void {
  if (typeof value === 'string') {
    if (value.length > maxUncheckedTextLength) return;
    if (value.includes('\0') || !value.isWellFormed())
      throw badInput(at, `\`${at}\` must be Unicode text without NUL (got ${formatValue(value)})`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      assertText(key, at);
      assertText(inner, at);
    }
  }
}

function assertParses(type: Pick<GraphQLScalarType, 'name' | 'parseValue'>, wire: unknown, at: string): void {
  try {
    type.parseValue(wire);
  } catch {
    throw badInput(at, `\`${at}\` must be a valid ${type.name} (got ${formatValue(wire)})`);
  }
}
