import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { restExtension } from '../../src/api/inputs/extensions.js';
import type { Schema } from './json-values.js';

const leaves: Record<string, Schema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
};

/** Returns a JSON Schema for variables of a type. One of five values is null if the type allows it. */
export function schemaOfInput(type: GraphQLInputType): Schema {
  if (isNonNullType(type)) return nonNullSchema(type.ofType);
  const one = nonNullSchema(type);
  return { anyOf: [one, one, one, one, { type: 'null' }] };
}

function nonNullSchema(type: GraphQLInputType): Schema {
  if (isListType(type)) return { type: 'array', items: schemaOfInput(type.ofType) };
  if (isEnumType(type)) return { enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type))
    return leaves[(type as { name: string }).name] ?? restExtension(type as { extensions: unknown }).schema ?? {};
  const fields = Object.values(type.getFields());
  const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOfInput(field.type)]));
  if (type.isOneOf)
    return {
      oneOf: fields.map(({ name, type: inner }) => ({
        type: 'object',
        required: [name],
        properties: { [name]: nonNullSchema(inner) },
      })),
    };
  return { type: 'object', required: fields.filter(isRequiredInputField).map(({ name }) => name), properties };
}
