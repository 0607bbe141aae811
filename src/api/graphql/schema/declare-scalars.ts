import type { ScalarRef } from '@pothos/core';
import type { Json } from '../../../engine/base/types.js';
import type { JsonSchema, RestExtension, ScalarExtension } from '../../inputs/extensions.js';
import { builder, type SchemaTypes } from './builder.js';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Bounds of a text scalar. Lengths are in characters, as in JSON Schema; both bounds are inclusive. */
export interface TextRule {
  description: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: 'uri' | 'email' | 'emoji';
}

/** Declares a text scalar with bounds, for the module that uses it. */
export function textScalar(name: string, rule: TextRule, forms?: ScalarForms): ScalarRef<Types, string, string> {
  return jsonScalar<string, string>(name, { type: 'string', ...rule }, forms);
}

/** Conversions of a scalar's values, in addition to its JSON Schema. */
export interface ScalarForms extends Pick<ScalarExtension, 'prepared' | 'normalize' | 'print'> {
  /**
   * Description in the GraphQL API, if values have a different form there than in `/v1`. The default is the description
   * of the JSON Schema.
   */
  description?: string;
  /** Throws for an invalid value. Needed only for rules that JSON Schema cannot express. */
  parse?: (value: unknown) => unknown;
}

/**
 * Declares a JSON scalar by its JSON Schema, for the module that uses it: maps with free keys, rich text, values that
 * only clients interpret. The JSON Schema needs a `description`. Input values are validated against it (`checkInputs`);
 * output values are printed unchanged.
 */
export function jsonScalar<Input = Json, Output = Json>(
  name: string,
  schema: JsonSchema & { description: string },
  { description = schema.description, parse = (value) => value, ...extension }: ScalarForms = {},
): ScalarRef<Types, Output, Input> {
  return declareScalar(name, { description, parse, rest: { schema, ...extension } });
}

/** A JSON scalar that OpenAPI describes in full, but that an action validates. */
export interface DescribedShape {
  /** The shape that OpenAPI shows. */
  described: JsonSchema & { description: string };
  /** Named schemas that `described` references. */
  components: Record<string, JsonSchema>;
}

/**
 * Declares a scalar of JSON objects that an action validates, because the action's messages are more precise than a
 * validator's. The scalar itself only requires an object.
 */
export function describedScalar<Input = Json, Output = Json>(
  name: string,
  { described, components }: DescribedShape,
): ScalarRef<Types, Output, Input> {
  const { description } = described;
  const rest = { schema: { type: 'object', description }, described, components };
  return declareScalar(name, { description, parse: (value) => value, rest });
}

/** Returns the link to a scalar's section in the manual, relative to the root of the project. */
function specifiedBy(name: string): string {
  return `docs/scalars.md#${name.toLowerCase()}`;
}

interface Declaration {
  description: string;
  parse: (value: unknown) => unknown;
  rest: RestExtension;
}

function declareScalar<Input, Output>(
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
