import { type GraphQLSchema, getVariableValues } from 'graphql';
import type { CallRule } from './call-rule.js';

/**
 * How many mistakes of variables are told. Each is a sentence made of the whole value: a list of 2 MiB that is wrong in
 * every place would keep the process for minutes, and be answered with a hundred megabytes.
 */
const maxErrors = 5;

/**
 * Refuses variables that graphql-js finds wrong, before anything of the call is charged.
 * @param hidesSchema whether suggestions are off
 */
export function variables(schema: GraphQLSchema, { hidesSchema }: { hidesSchema: boolean }): CallRule {
  const options = { maxErrors, hideSuggestions: hidesSchema };
  return ({ operation }, { params }) => {
    const definitions = operation.variableDefinitions ?? [];
    if (definitions.length === 0) return undefined;
    return getVariableValues(schema, definitions, params?.variables ?? {}, options).errors;
  };
}
