import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { Json } from '../content/types.js';
import { restOf } from '../inputs/extensions.js';
import { LaterList, longList } from '../threads/long-json.js';
import { documentedValues } from './enums.js';
import { compileTree } from './nest.js';
import { type Member, membersOf, objectTypesOf, type Scope } from './selections.js';

/** Turns a value of the executor into one of the answer; null stays null, undefined stays undefined. */
export type Shape = (value: unknown) => Json | undefined;

/** An answer's object while it is filled. */
export type Target = { [name: string]: Json };

/** What a surrounding `@nest` asks of its items: the helper member stays out, `into` is there from the start. */
export interface ItemOptions {
  without?: string;
  into?: string;
}

/**
 * Compiles the shape of a selected field once, from its selection and types; it runs on every answer.
 * @throws Error where a directive does not fit the selection.
 */
export function compileShape(member: Member, scope: Scope): Shape {
  const { nest } = member;
  if (nest) {
    return compileTree({ ...member, nest }, scope, {
      item: (options) => compileNamed(member, scope, options),
      member: (one) => compileShape(one, scope),
    });
  }
  const shape = compileNamed(member, scope);
  return shape === same ? same : throughLists(member.field.type, shape);
}

type Raw = Record<string, unknown>;
type Write = (value: unknown, target: Target) => void;

const same: Shape = (value) => value as Json;

function throughLists(type: GraphQLOutputType, shape: Shape): Shape {
  if (isNonNullType(type)) return throughLists(type.ofType, shape);
  if (!isListType(type)) return shape;
  const item = throughLists(type.ofType, shape);
  return (value) => {
    if (value == null) return value as null;
    const items = value as unknown[];
    // Longer ones are shaped as they are printed: no turn of the event loop is long enough for both.
    if (items.length > longList) return new LaterList(items, item) as never;
    return items.map((one) => item(one) ?? null);
  };
}

function compileNamed(member: Member, scope: Scope, options: ItemOptions = {}): Shape {
  if (member.page) return pageOf;
  const type = getNamedType(member.field.type);
  if (isEnumType(type)) return enumShape(documentedValues(type));
  if (isScalarType(type)) return scalarShape(type);
  const types = objectTypesOf(member, scope.schema);
  const compile = member.unwrap ? compileSingle : compileObject;
  if (!isAbstractType(type)) return compile(types[0]!, member, { scope, options });
  const shapes = new Map(types.map((one) => [one.name, compile(one, member, { scope, options })]));
  return (value) => (value == null ? (value as null) : shapes.get((value as Raw).__typename as string)!(value));
}

const pageOf: Shape = (value) => {
  const { hasNextPage, endCursor } = (value ?? {}) as { hasNextPage?: boolean; endCursor?: string };
  return hasNextPage && endCursor != null ? { page: endCursor } : undefined;
};

function enumShape(values: ReadonlyMap<string, string>): Shape {
  return (value) => (value == null ? (value as null) : values.get(value as string)!);
}

function scalarShape(type: GraphQLScalarType): Shape {
  const { print } = restOf(type);
  return print ? (value) => (value == null ? (value as null) : print(value as Json)) : same;
}

interface Place {
  scope: Scope;
  options: ItemOptions;
}

function compileSingle(type: GraphQLObjectType, member: Member, { scope }: Place): Shape {
  const members = membersOf(type, member.selections, scope);
  const [only] = members;
  if (!only || members.length > 1) throw new Error(`@value on ${member.key} needs exactly one member of ${type.name}`);
  const shape = compileShape(only, scope);
  return (value) => (value == null ? (value as null) : shape((value as Raw)[only.key]));
}

function compileObject(type: GraphQLObjectType, member: Member, { scope, options }: Place): Shape {
  const rest = restOf(type);
  const constants = member.plain ? [] : Object.entries(rest.constants ?? {});
  const into = rest.parentOf ? options.into : undefined;
  const members = membersOf(type, member.selections, scope).filter((one) => !one.hidden && one.key !== options.without);
  assertDistinctNames(type, members, member.key);
  const keys = members.map(({ key }) => key);
  const writes = members.map((one) => compileWrite(one, scope));
  return (value) => {
    if (value == null) return value as null;
    const target: Target = {};
    for (const [name, constant] of constants) target[name] = constant;
    for (let index = 0; index < keys.length; index++) writes[index]!((value as Raw)[keys[index]!], target);
    if (into !== undefined) target[into] = [];
    return target;
  };
}

function assertDistinctNames(type: GraphQLObjectType, members: Member[], key: string): void {
  const names = members.filter(({ flatten }) => !flatten).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${key}: two members of ${type.name} are printed as "${twice}"`);
}

function compileWrite(member: Member, scope: Scope): Write {
  const { name, nullable } = member;
  const shape = compileShape(member, scope);
  if (member.flatten) {
    return (value, target) => {
      if (value != null) Object.assign(target, shape(value));
    };
  }
  if (shape === same && !nullable) {
    return (value, target) => {
      if (value != null) target[name] = value as Json;
    };
  }
  return (value, target) => {
    const shaped = shape(value);
    if (shaped !== undefined && (shaped !== null || nullable)) target[name] = shaped;
  };
}
