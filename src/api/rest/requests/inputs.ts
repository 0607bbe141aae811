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
import { type InputExtension, isNullable, restExtension } from '../../inputs/extensions.js';
import { compileRules, formatValue } from '../../inputs/rules.js';
import { type Convert, compileParsed } from '../../inputs/scalars.js';
import { namesByValue } from '../documents/enums.js';

/** Compiles the converter of a type. It compiles each type once, so that the compilation of recursive types ends. */
export type CompileInput = (type: GraphQLInputType) => Convert;

/**
 * Creates a compiler from GraphQL input types to converters. Converters keep absent members absent, accept null only if
 * the type is nullable, and refuse unknown members. They throw AppError BAD_USER_INPUT. The caller must check that a
 * database can store the texts (`assertText`); the body parser does.
 */
export function inputCompiler(): CompileInput {
  const named = new Map<GraphQLInputType, Convert>();
  const compile: CompileInput = (type) => {
    if (isNonNullType(type)) return compileNonNull(compile(type.ofType));
    if (isListType(type)) return nullOr(compileList(type.ofType, compile));
    const known = named.get(type);
    if (known) return known;
    let convert: Convert | undefined;
    const recursiveConverter: Convert = (wire, path) => convert!(wire, path);
    named.set(type, recursiveConverter);
    convert = nullOr(compileNamed(type, compile));
    return recursiveConverter;
  };
  return compile;
}

function compileNamed(type: GraphQLInputType, compile: CompileInput): Convert {
  if (isEnumType(type)) return compileEnum(type);
  return isInputObjectType(type) ? compileObject(type, compile) : compileParsed(type as GraphQLScalarType);
}

function nullOr(convert: Convert): Convert {
  return (wire, path) => (wire === null ? null : convert(wire, path));
}

function compileNonNull(convert: Convert): Convert {
  return (wire, path) => {
    if (wire === null) throw badInput(path, `\`${path}\` must not be null`);
    return convert(wire, path);
  };
}

function compileList(itemType: GraphQLInputType, compile: CompileInput): Convert {
  const item = compile(itemType);
  const inner = getNullableType(itemType);
  const entries = isInputObjectType(inner) && restExtension(inner).entries;
  if (isInputObjectType(inner) && entries)
    return entries.value === undefined
      ? compileEntries(item, { key: entries.key, names: Object.keys(inner.getFields()) })
      : compilePairs(inner, [entries.key, entries.value], compile);
  return (wire, path) => {
    if (!Array.isArray(wire)) throw badInput(path, `\`${path}\` must be an array (got ${formatValue(wire)})`);
    return wire.map((one, index) => item(one, `${path}[${index}]`));
  };
}

interface Entries {
  key: string;
  /** Names of the members of the type, including the key. A client must not repeat the key as a member of the entry. */
  names: string[];
}

function compileEntries(item: Convert, { key, names }: Entries): Convert {
  const otherNames = new Set(names.filter((name) => name !== key));
  return (wire, path) =>
    Object.entries(requireObject(wire, path)).map(([name, one]) => {
      const memberPath = `${path}.${name}`;
      const given = requireObject(one, memberPath);
      refuseUnknown(given, otherNames, memberPath);
      return item({ ...given, [key]: name }, memberPath);
    });
}

/** Compiles an object of key-value pairs. Error messages name a value by its key alone, as the client wrote it. */
function compilePairs(type: GraphQLInputObjectType, pair: [string, string], compile: CompileInput): Convert {
  const [key, value] = pair.map((name) => compileChoice(type.getFields()[name]!, compile)) as [Choice, Choice];
  return (wire, path) =>
    Object.entries(requireObject(wire, path)).map(([name, one]) => {
      const memberPath = `${path}.${name}`;
      if (one === null) throw badInput(memberPath, `\`${memberPath}\` must not be null`);
      return { [key.name]: key.convert(name, memberPath), [value.name]: value.convert(one, memberPath) };
    });
}

function compileEnum(type: GraphQLEnumType): Convert {
  const names = namesByValue(type);
  const parse = restExtension(type).parse ?? ((wire: Json) => (typeof wire === 'string' ? wire : undefined));
  const allowed = [...names.keys()].map((value) => JSON.stringify(value)).join(', ');
  return (wire, path) => {
    const name = names.get(parse(wire as Json) as string);
    if (name === undefined) throw badInput(path, `\`${path}\` must be one of ${allowed} (got ${formatValue(wire)})`);
    return name;
  };
}

function compileObject(type: GraphQLInputObjectType, compile: CompileInput): Convert {
  const { discriminator, wrap } = restExtension(type);
  const convert = discriminator ? compileUnion(type, discriminator, compile) : compileMembers(type, compile);
  if (wrap === undefined) return convert;
  return (wire, path) => convert(typeof wire === 'object' ? wire : { [wrap]: wire }, path);
}

/** Returns the value if it is an object; otherwise throws BAD_USER_INPUT. */
export function requireObject(wire: unknown, path: string): Record<string, unknown> {
  if (typeof wire === 'object' && wire !== null && !Array.isArray(wire)) return wire as Record<string, unknown>;
  throw badInput(path, `\`${path}\` must be an object (got ${formatValue(wire)})`);
}

function compileMembers(type: GraphQLInputObjectType, compile: CompileInput): Convert {
  const members = Object.values(type.getFields()).map((field) => {
    const { schema } = restExtension(field);
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
  return (wire, path) => {
    const given = requireObject(wire, path);
    refuseUnknown(given, names, path);
    const converted: Record<string, unknown> = {};
    for (const { name, required, convert, check, nullable } of members) {
      const memberPath = `${path}.${name}`;
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined && required) throw badInput(memberPath, `\`${memberPath}\` is required`);
      if (value === undefined) continue;
      if (value === null && !nullable) throw badInput(memberPath, `\`${memberPath}\` must not be null`);
      if (value !== null) check?.(value, memberPath);
      converted[name] = convert(value, memberPath);
    }
    if (type.isOneOf) assertOne(converted, type, path);
    return converted;
  };
}

/** Refuses members that are not allowed; `path` is '' for the body itself. */
export function refuseUnknown(given: object, names: ReadonlySet<string>, path: string): void {
  for (const name of Object.keys(given)) {
    if (names.has(name)) continue;
    const field = path ? `${path}.${name}` : name;
    const allowed = names.size ? `allowed: ${[...names].join(', ')}` : 'none is allowed here';
    throw badInput(field, `unknown field \`${formatValue(field).slice(1, -1)}\`; ${allowed}`);
  }
}

function assertOne(converted: Record<string, unknown>, type: GraphQLInputObjectType, path: string): void {
  const values = Object.values(converted);
  if (values.length === 1 && values[0] !== null) return;
  const names = Object.keys(type.getFields()).join(', ');
  throw badInput(path, `\`${path}\` must have exactly one of ${names} (got ${formatValue(converted)})`);
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
  return (wire, path) => {
    const { [property]: chosen, ...otherMembers } = requireObject(wire, path);
    const choice = choices.get(chosen as string);
    const memberPath = `${path}.${property}`;
    if (chosen === undefined) throw badInput(memberPath, `\`${memberPath}\` is required, one of ${allowed}`);
    if (!choice) throw badInput(memberPath, `\`${memberPath}\` must be one of ${allowed} (got ${formatValue(chosen)})`);
    const { name, convert, isObject } = choice;
    if (isFlat) return { [name]: flatValue(choice, convertLists(otherMembers, lists, path)) };
    return { [name]: isObject ? convert(otherMembers, path) : convertMember(otherMembers, choice, path) };
  };
}

/** A member of a union that a GraphQL input type represents. */
interface Choice {
  name: string;
  convert: Convert;
  isObject: boolean;
  isLeaf: boolean;
}

function compileChoice(field: GraphQLInputField, compile: CompileInput): Choice {
  const inner = getNullableType(field.type);
  const { schema } = restExtension(field);
  const [check, convert] = [schema && compileRules(schema), compile(inner)];
  return {
    name: field.name,
    convert(wire, path) {
      check?.(wire, path);
      return convert(wire, path);
    },
    isObject: isInputObjectType(inner),
    isLeaf: isLeafType(inner),
  };
}

/** Converts all lists of a flat union that are present, including those that the client did not choose. */
function convertLists(given: Record<string, unknown>, lists: Choice[], path: string): Record<string, unknown> {
  refuseUnknown(given, new Set(lists.map(({ name }) => name)), path);
  const present = lists.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(
    present.map((list) => [list.name, convertMember({ [list.name]: given[list.name] }, list, path)]),
  );
}

function flatValue({ name, isLeaf }: Choice, lists: Record<string, unknown>): unknown {
  return isLeaf ? true : (lists[name] ?? []);
}

function convertMember(otherMembers: Record<string, unknown>, { name, convert }: Choice, path: string): unknown {
  refuseUnknown(otherMembers, new Set([name]), path);
  const memberPath = `${path}.${name}`;
  if (otherMembers[name] === undefined) throw badInput(memberPath, `\`${memberPath}\` is required`);
  if (otherMembers[name] === null) throw badInput(memberPath, `\`${memberPath}\` must not be null`);
  return convert(otherMembers[name], memberPath);
}
