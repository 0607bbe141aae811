import {
  type GraphQLScalarLiteralParser,
  type GraphQLScalarSerializer,
  type GraphQLScalarValueParser,
  valueFromASTUntyped,
} from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver, SafeIntResolver } from 'graphql-scalars';
import { textRules } from '../text-rules.js';
import { builder } from './builder.js';
import { checkJson, jsonScalars } from './json-scalars.js';
import { checkText, schemaOfText } from './text-scalars.js';

builder.addScalarType(
  'DateTime',
  DateTimeISOResolver as never,
  {
    description: 'A time, ISO 8601 in UTC: `2026-01-02T03:04:05.678Z`.',
    serialize: String,
    extensions: { rest: { schema: { type: 'string', format: 'date-time' } } },
  } as never,
);

builder.addScalarType(
  'JSONObject',
  JSONObjectResolver as never,
  {
    description: 'An object with free members.',
    specifiedByURL: undefined,
    extensions: { rest: { schema: { type: 'object', additionalProperties: true } } },
  } as never,
);

builder.addScalarType(
  'SafeInt',
  SafeIntResolver as never,
  {
    description: 'A whole number that JSON keeps exactly: up to 2^53.',
    specifiedByURL: undefined,
    // `/v1` documents its sizes as numbers.
    extensions: { rest: { schema: { type: 'number' } } },
  } as never,
);

// Of the library's URL, which writes `https://a.test` anew with a slash, and of its EmailAddress, which refuses letters
// outside ASCII, the documented interface admits and prints other values: ours are among the texts.
for (const [name, rule] of Object.entries(textRules)) {
  addScalar(name, {
    description: rule.description,
    schema: schemaOfText(rule),
    check: (value) => checkText(name, rule, value),
  });
}

for (const [name, schema] of Object.entries(jsonScalars)) {
  const description = 'description' in schema ? schema.description : name;
  addScalar(name, { description, schema, check: (value) => checkJson(name, schema, value) });
}

interface ScalarOptions {
  description: string;
  schema: object;
  check(value: unknown): unknown;
}

/** Adds a scalar whose values are checked on the way in and printed as they are. */
function addScalar(name: string, { description, schema, check }: ScalarOptions): void {
  builder.scalarType(
    name as 'JSONObject',
    {
      description,
      serialize: ((value) => value) as GraphQLScalarSerializer<never>,
      parseValue: check as GraphQLScalarValueParser<never>,
      parseLiteral: ((node, variables) =>
        check(valueFromASTUntyped(node, variables))) as GraphQLScalarLiteralParser<never>,
      extensions: { rest: { schema } },
    } as never,
  );
}
