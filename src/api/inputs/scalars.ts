import type { GraphQLScalarType } from 'graphql';
import { badInput } from '../../platform/base/errors.js';
import { type JsonSchema, restOf } from './extensions.js';
import { compileRules, shown } from './rules.js';

/** Turns a JSON value of a request into the JSON value of a GraphQL variable, or refuses it, naming the field `at`. */
export type Convert = (wire: unknown, at: string) => unknown;

/** JSON Schemas of the scalars that GraphQL brings. */
const builtInSchemas: Record<string, JsonSchema | undefined> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
};

/**
 * Compiles a scalar as a field of the graph takes it: text with NUL or half a surrogate pair is refused, because no store keeps it
 * as it is; then as `compileParsed`.
 */
export function compileScalar(type: GraphQLScalarType): Convert {
  const convert = compileParsed(type);
  return (wire, at) => {
    if (!isObject(wire) || passed.get(wire) !== type) assertText(wire, at);
    return convert(wire, at);
  };
}

/**
 * Compiles a scalar whose texts are known to be fit to be stored: the rules of its schema first, then the type's parser, whose
 * complaints never reach the client as they are.
 */
export function compileParsed(type: GraphQLScalarType): Convert {
  const { schema, components, parseValue = type.parseValue } = restOf(type);
  const builtIn = builtInSchemas[type.name];
  const check = compileRules(builtIn ?? schema ?? {}, components);
  return (wire, at) => {
    if (isObject(wire) && passed.get(wire) === type) return wire;
    check(wire, at);
    if (!builtIn) assertParses({ name: type.name, parseValue }, wire, at);
    if (isObject(wire)) passed.set(wire, type);
    return wire;
  };
}

/** Objects that have passed as a type: the graph asks again what `/v1` has asked, and megabytes take tens of milliseconds. */
const passed = new WeakMap<object, GraphQLScalarType>();

/** Notes that an object keeps the rules of a type, because they were checked in a thread. */
export function markPassed(value: object, type: GraphQLScalarType): void {
  passed.set(value, type);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** JSON type that text of a query stands for. */
export function textTypeOf(type: GraphQLScalarType): unknown {
  return (builtInSchemas[type.name] ?? restOf(type).schema)?.type;
}

/** Characters of the longest text that comes from anywhere but a body of `/v1`, whose texts `parseJson` has checked. */
const longestUnchecked = 2_097_152;

/** Refuses a text with NUL or half a surrogate pair, also within lists and objects. @throws BAD_USER_INPUT */
export function assertText(value: unknown, at: string): void {
  if (typeof value === 'string') {
    if (value.length > longestUnchecked) return;
    if (value.includes('\0') || !value.isWellFormed())
      throw badInput(at, `\`${at}\` must be Unicode text without NUL (got ${shown(value)})`);
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
    throw badInput(at, `\`${at}\` must be a valid ${type.name} (got ${shown(wire)})`);
  }
}
