import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { type InputExtension, isNullable, restOf } from '../../inputs/extensions.js';
import { compileRules, shown } from '../../inputs/rules.js';
import { type Convert, compileParsed } from '../../inputs/scalars.js';
import { namesByValue } from '../documents/enums.js';

/** Compiles converters; one per type, so that recursive types end. */
export type CompileInput = (type: GraphQLInputType) => Convert;

/**
 * Compiles GraphQL input types into converters that check presence. An absent member stays absent, null passes only if
 * the type is nullable, unknown members are refused. Texts must be storable (`assertText`); the parser of bodies checks
 * that. The converters throw AppError BAD_USER_INPUT.
 */
export function inputCompiler(): CompileInput {
  const named = new Map<GraphQLInputType, Convert>();
  const compile: CompileInput = (type) => {
    if (isNonNullType(type)) return compileNonNull(compile(type.ofType));
    if (isListType(type)) return nullOr(compileList(type.ofType, compile));
    const known = named.get(type);
    if (known) return known;
    let convert: Convert | undefined;
    const late: Convert = (wire, at) => convert!(wire, at);
    named.set(type, late);
    convert = nullOr(compileNamed(type, compile));
    return late;
  };
  return compile;
}

function compileNamed(type: GraphQLInputType, compile: CompileInput): Convert {
  if (isEnumType(type)) return compileEnum(type);
  return isInputObjectType(type) ? compileObject(type, compile) : compileParsed(type as GraphQLScalarType);
}

function nullOr(convert: Convert): Convert {
  return (wire, at) => (wire === null ? null : convert(wire, at));
}

function compileNonNull(convert: Convert): Convert {
  return (wire, at) => {
    if (wire === null) throw badInput(at, `\`${at}\` must not be null`);
    return convert(wire, at);
  };
}

function compileList(itemType: GraphQLInputType, compile: CompileInput): Convert {
  const item = compile(itemType);
  const inner = getNullableType(itemType);
  const entries = isInputObjectType(inner) && restOf(inner).entries;
  if (isInputObjectType(inner) && entries)
    return entries.value === undefined
      ? compileEntries(item, { key: entries.key, names: Object.keys(inner.getFields()) })
      : compilePairs(inner, [entries.key, entries.value], compile);
  return (wire, at) => {
    if (!Array.isArray(wire)) throw badInput(at, `\`${at}\` must be an array (got ${shown(wire)})`);
    return wire.map((one, index) => item(one, `${at}[${index}]`));
  };
}

interface Entries {
  key: string;
  /** Members of the type, including the key. An entry must not repeat the key as a member. */
  names: string[];
}

function compileEntries(item: Convert, { key, names }: Entries): Convert {
  const others = new Set(names.filter((name) => name !== key));
  return (wire, at) =>
    Object.entries(objectOf(wire, at)).map(([name, one]) => {
      const below = `${at}.${name}`;
      const given = objectOf(one, below);
      refuseUnknown(given, others, below);
      return item({ ...given, [key]: name }, below);
    });
}

/** Compiles entries that are a key and a value. Errors name the value by its key alone, as the client wrote it. */
function compilePairs(type: GraphQLInputObjectType, pair: [string, string], compile: CompileInput): Convert {
  const [key, value] = pair.map((name) => compileChoice(type.getFields()[name]!, compile)) as [Choice, Choice];
  return (wire, at) =>
    Object.entries(objectOf(wire, at)).map(([name, one]) => {
      const below = `${at}.${name}`;
      if (one === null) throw badInput(below, `\`${below}\` must not be null`);
      return { [key.name]: key.convert(name, below), [value.name]: value.convert(one, below) };
    });
}

function compileEnum(type: GraphQLEnumType): Convert {
  const names = namesByValue(type);
  const parse = restOf(type).parse ?? ((wire: Json) => (typeof wire === 'string' ? wire : undefined));
  const allowed = [...names.keys()].map((value) => JSON.stringify(value)).join(', ');
  return (wire, at) => {
    const name = names.get(parse(wire as Json) as string);
    if (name === undefined) throw badInput(at, `\`${at}\` must be one of ${allowed} (got ${shown(wire)})`);
    return name;
  };
}

function compileObject(type: GraphQLInputObjectType, compile: CompileInput): Convert {
  const { discriminator, wrap } = restOf(type);
  const convert = discriminator ? compileUnion(type, discriminator, compile) : compileMembers(type, compile);
  if (wrap === undefined) return convert;
  return (wire, at) => convert(typeof wire === 'object' ? wire : { [wrap]: wire }, at);
}

/** Returns a value that is an object; refuses any other value. */
export function objectOf(wire: unknown, at: string): Record<string, unknown> {
  if (typeof wire === 'object' && wire !== null && !Array.isArray(wire)) return wire as Record<string, unknown>;
  throw badInput(at, `\`${at}\` must be an object (got ${shown(wire)})`);
}

function compileMembers(type: GraphQLInputObjectType, compile: CompileInput): Convert {
  const members = Object.values(type.getFields()).map((field) => {
    const { schema } = restOf(field);
    const check = schema && compileRules(schema);
    return {
      name: field.name,
      required: isRequiredInputField(field),
      convert: compile(field.type),
      check,
      nullable: type.isOneOf || isNullable(field),
    };
  });
  const names = new Set(members.map(({ name }) => name));
  return (wire, at) => {
    const given = objectOf(wire, at);
    refuseUnknown(given, names, at);
    const converted: Record<string, unknown> = {};
    for (const { name, required, convert, check, nullable } of members) {
      const below = `${at}.${name}`;
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined && required) throw badInput(below, `\`${below}\` is required`);
      if (value === undefined) continue;
      if (value === null && !nullable) throw badInput(below, `\`${below}\` must not be null`);
      if (value !== null) check?.(value, below);
      converted[name] = convert(value, below);
    }
    if (type.isOneOf) assertOne(converted, type, at);
    return converted;
  };
}

/** Refuses members that are not allowed; `at` is '' for the body itself. */
export function refuseUnknown(given: object, names: ReadonlySet<string>, at: string): void {
  for (const name of Object.keys(given)) {
    if (names.has(name)) continue;
    const field = at ? `${at}.${name}` : name;
    const allowed = names.size ? `allowed: ${[...names].join(', ')}` : 'none is allowed here';
    throw badInput(field, `unknown field \`${shown(field).slice(1, -1)}\`; ${allowed}`);
  }
}

function assertOne(converted: Record<string, unknown>, type: GraphQLInputObjectType, at: string): void {
  const values = Object.values(converted);
  if (values.length === 1 && values[0] !== null) return;
  const names = Object.keys(type.getFields()).join(', ');
  throw badInput(at, `\`${at}\` must have exactly one of ${names} (got ${shown(converted)})`);
}

function compileUnion(
  type: GraphQLInputObjectType,
  { property, mapping, isFlat }: NonNullable<InputExtension['discriminator']>,
  compile: CompileInput,
): Convert {
  const choices = new Map(
    Object.entries(mapping).map(([wire, name]) => {
      const field = type.getFields()[name];
      if (field) return [wire, compileChoice(field, compile)];
      throw new Error(`${type.name}: the discriminator maps ${wire} to the unknown member ${name}`);
    }),
  );
  const allowed = [...choices.keys()].map((value) => JSON.stringify(value)).join(', ');
  const lists = [...choices.values()].filter(({ isLeaf }) => !isLeaf);
  return (wire, at) => {
    const { [property]: chosen, ...others } = objectOf(wire, at);
    const choice = choices.get(chosen as string);
    const below = `${at}.${property}`;
    if (chosen === undefined) throw badInput(below, `\`${below}\` is required, one of ${allowed}`);
    if (!choice) throw badInput(below, `\`${below}\` must be one of ${allowed} (got ${shown(chosen)})`);
    const { name, convert, isObject } = choice;
    if (isFlat) return { [name]: flatValue(choice, listsOf(others, lists, at)) };
    return { [name]: isObject ? convert(others, at) : memberOf(others, choice, at) };
  };
}

/** A member of a union. */
interface Choice {
  name: string;
  convert: Convert;
  isObject: boolean;
  isLeaf: boolean;
}

function compileChoice(field: GraphQLInputField, compile: CompileInput): Choice {
  const inner = getNullableType(field.type);
  const { schema } = restOf(field);
  const [check, convert] = [schema && compileRules(schema), compile(inner)];
  return {
    name: field.name,
    convert(wire, at) {
      check?.(wire, at);
      return convert(wire, at);
    },
    isObject: isInputObjectType(inner),
    isLeaf: isLeafType(inner),
  };
}

/** Converts all lists of a flat union that are present. A list that is not chosen must also follow its rules. */
function listsOf(given: Record<string, unknown>, lists: Choice[], at: string): Record<string, unknown> {
  refuseUnknown(given, new Set(lists.map(({ name }) => name)), at);
  const present = lists.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(present.map((list) => [list.name, memberOf({ [list.name]: given[list.name] }, list, at)]));
}

function flatValue({ name, isLeaf }: Choice, lists: Record<string, unknown>): unknown {
  return isLeaf ? true : (lists[name] ?? []);
}

function memberOf(others: Record<string, unknown>, { name, convert }: Choice, at: string): unknown {
  refuseUnknown(others, new Set([name]), at);
  const below = `${at}.${name}`;
  if (others[name] === undefined) throw badInput(below, `\`${below}\` is required`);
  if (others[name] === null) throw badInput(below, `\`${below}\` must not be null`);
  return convert(others[name], below);
}
