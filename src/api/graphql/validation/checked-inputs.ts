import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import { badInput } from '../../../platform/base/errors.js';
import { restExtension } from '../../inputs/extensions.js';
import { type Check, compileRules } from '../../inputs/rules.js';
import { compileScalar } from '../../inputs/scalars.js';

/**
 * Makes fields check their arguments against the rules of their scalars and input fields. Both APIs use the same
 * validator, so they refuse a value with the same message. The coercion of graphql-js refuses nothing, because it runs
 * before the field is known and could not name it in errors. Mutations refuse null, except in input fields that are
 * marked with `nullClears`. A field that breaks a rule throws BAD_USER_INPUT.
 */
export function checkInputs(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType();
  const types = Object.values(schema.getTypeMap());
  for (const type of types) if (isScalarType(type) && restExtension(type).schema) parseInFields(type);
  for (const type of types) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) checkField(field, type === mutations);
  }
}

/** Makes the scalar's own parser the last of its checks. Coercion then only normalizes values. */
function parseInFields(type: GraphQLScalarType): void {
  const { normalize = (value: unknown) => value } = restExtension(type);
  type.extensions = { ...type.extensions, rest: { ...restExtension(type), parseValue: type.parseValue } };
  type.parseValue = normalize;
  type.parseLiteral = (node, variables) => normalize(valueFromASTUntyped(node, variables));
}

function checkField(field: GraphQLField<unknown, unknown>, isMutation: boolean): void {
  const { resolve } = field;
  // A mutation has only the argument `input`.
  const position = { isMutation, isArgument: true, isFlat: isMutation };
  const checks = field.args.flatMap((argument) => compileMember(argument, position) ?? []);
  if (!resolve || checks.length === 0) return;
  field.resolve = (...call) => {
    for (const check of checks) check(call[1], '');
    return resolve(...call);
  };
}

interface Position {
  isMutation: boolean;
  isArgument?: boolean;
  /** Whether errors name the members of this input as members of its parent, as `/v1` does. */
  isFlat?: boolean;
}

/** Compiles the check of one argument or input field of an object. Returns undefined if there is nothing to check. */
function compileMember(member: GraphQLArgument | GraphQLInputField, position: Position): Check | undefined {
  const { name, type } = member;
  const { schema, nullClears } = restExtension(member);
  const checks = [schema ? compileRules(schema) : [], compileType(type, position) ?? []].flat();
  const refusesNull = position.isMutation && !position.isArgument && !nullClears;
  if (checks.length === 0 && !refusesNull) return undefined;
  return (holder, at) => {
    const value = (holder as Record<string, unknown>)[name];
    const below = position.isFlat ? at : at === '' ? name : `${at}.${name}`;
    if (value === null && refusesNull) throw badInput(below, `\`${below}\` must not be null`);
    if (value != null) for (const check of checks) check(value, below);
  };
}

/** The recursion ends, because input types are not recursive. */
function compileType(type: GraphQLInputType, { isMutation }: Position): Check | undefined {
  const inner = getNullableType(type);
  if (isListType(inner)) return compileList(inner.ofType, { isMutation });
  if (isScalarType(inner)) return restExtension(inner).schema && (compileScalar(inner) as Check);
  if (!isInputObjectType(inner)) return undefined;
  const { discriminator, entries } = restExtension(inner);
  const checks = Object.values(inner.getFields()).flatMap((field) => {
    const isFlat =
      field.name === entries?.value || (discriminator && isInputObjectType(getNullableType(field.type))) || false;
    return compileMember(field, { isMutation, isFlat }) ?? [];
  });
  if (checks.length === 0) return undefined;
  return (value, at) => {
    for (const check of checks) check(value, at);
  };
}

function compileList(type: GraphQLInputType, position: Position): Check | undefined {
  const check = compileType(type, position);
  if (!check) return undefined;
  const inner = getNullableType(type);
  const { entries } = isInputObjectType(inner) ? restExtension(inner) : {};
  return (items, at) => {
    for (const [index, item] of (items as Record<string, unknown>[]).entries())
      if (item != null) check(item, entries ? `${at}.${item[entries.key]}` : `${at}[${index}]`);
  };
}
