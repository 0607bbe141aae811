import type { ScalarRef } from '@pothos/core';
import type { Json } from '../../../engine/base/types.js';
import type { JsonSchema, RestExtension, ScalarExtension } from '../../inputs/extensions.js';
import { builder, type SchemaTypes } from './builder.js';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Bounds of a kind of text; lengths are in characters, both ends included, as JSON Schema counts them. */
export interface TextRule {
  description: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: 'uri' | 'email' | 'emoji';
}

/** Declares a kind of text with bounds, for the domain that has it. */
export function textScalar(name: string, rule: TextRule, forms?: ScalarForms): ScalarRef<Types, string, string> {
  return jsonScalar<string, string>(name, { type: 'string', ...rule }, forms);
}

/** How values of a scalar are read and printed, beside its schema. */
export interface ScalarForms extends Pick<ScalarExtension, 'prepared' | 'normalize' | 'print'> {
  /** Description in the graph, if values have another form there than in `/v1`; otherwise that of the schema. */
  description?: string;
  /** Refuses a value by throwing, if the schema has no keyword for the rule. */
  parse?: (value: unknown) => unknown;
}

/**
 * Declares a kind of JSON by its schema, for the domain that has it: maps with free keys, rich text, what only clients
 * take apart. The schema needs a `description`. Values are held against it in the fields that take them
 * (`checkInputs`), and printed as they are.
 */
export function jsonScalar<Input = Json, Output = Json>(
  name: string,
  schema: JsonSchema & { description: string },
  { description = schema.description, parse = (value) => value, ...extension }: ScalarForms = {},
): ScalarRef<Types, Output, Input> {
  return declared(name, { description, parse, rest: { schema, ...extension } });
}

/** A kind of JSON whose shape OpenAPI tells in full, while values are held against it by an action. */
export interface DescribedShape {
  /** The shape, as OpenAPI tells it. */
  described: JsonSchema & { description: string };
  /** Named schemas that it refers to. */
  components: Record<string, JsonSchema>;
}

/**
 * Declares a kind of JSON objects whose rules an action has: what it says of a fault is finer than what a validator says.
 * All that is held against the scalar itself is that a value is an object.
 */
export function describedScalar<Input = Json, Output = Json>(
  name: string,
  { described, components }: DescribedShape,
): ScalarRef<Types, Output, Input> {
  const { description } = described;
  const rest = { schema: { type: 'object', description }, described, components };
  return declared(name, { description, parse: (value) => value, rest });
}

/** Where the manual describes a scalar of ours: a reference from the root of the project. */
function specifiedBy(name: string): string {
  return `docs/scalars.md#${name.toLowerCase()}`;
}

interface Declaration {
  description: string;
  parse: (value: unknown) => unknown;
  rest: RestExtension;
}

function declared<Input, Output>(
  name: string,
  { description, parse, rest }: Declaration,
): ScalarRef<Types, Output, Input> {
  const options = {
    description,
    specifiedByURL: specifiedBy(name),
    serialize: (value: unknown) => value,
    parseValue: parse,
    extensions: { rest },
  };
  return builder.scalarType(name as never, options as never) as never;
}
