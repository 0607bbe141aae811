import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { badInput } from '../errors.js';
import type { FieldExtension } from '../rest/extensions.js';

/** Extension of an input field that may be null, which clears what it is about; any other may be left out, but not be null. */
export const nullClears = { rest: { nullClears: true } } as const;

/** Makes every mutation refuse null, but in input fields that are marked with {@link nullClears}. @throws BAD_USER_INPUT. */
export function refuseNulls(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve!;
    field.resolve = (...call) => {
      checkArguments(field, call[1]);
      return resolve(...call);
    };
  }
}

function checkArguments(field: GraphQLField<unknown, unknown>, given: Record<string, unknown>): void {
  for (const { name, type } of field.args) check(type, given[name], '');
}

/** Recurses as deep as the input types do, which are not recursive. */
function check(type: GraphQLInputType, value: unknown, path: string): void {
  if (value == null) return;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    for (const [index, item] of (value as unknown[]).entries()) check(inner.ofType, item, `${path}[${index}]`);
    return;
  }
  if (!isInputObjectType(inner)) return;
  for (const { name, type: fieldType, extensions } of Object.values(inner.getFields())) {
    const member = (value as Record<string, unknown>)[name];
    const at = path === '' ? name : `${path}.${name}`;
    const clears = (extensions.rest as FieldExtension | undefined)?.nullClears;
    if (member === null && !clears) throw badInput(at, `\`${at}\` must not be null; leave it out instead`);
    check(fieldType, member, at);
  }
}
