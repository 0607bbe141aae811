import { type GraphQLSchema, getVariableValues } from 'graphql';
import { type Plugin, refuseCalls } from './plugin.js';

/**
 * How many mistakes of variables are told. Each is a sentence made of the whole value: a list of 2 MiB that is wrong in
 * every place would keep the process for minutes, and be answered with a hundred megabytes.
 */
const maxErrors = 5;

/**
 * Refuses variables that graphql-js finds wrong; graphql-jit's own check lets two members of a @oneOf through. Those of
 * stored operations come from the REST engine, which has held them against the same types already.
 */
export function useVariables(schema: GraphQLSchema, { hidesSchema }: { hidesSchema: boolean }): Plugin {
  const options = { maxErrors, hideSuggestions: hidesSchema };
  return refuseCalls(({ operation, cost }, { params }) => {
    const definitions = operation.variableDefinitions ?? [];
    if (!cost || definitions.length === 0) return undefined;
    return getVariableValues(schema, definitions, params?.variables ?? {}, options).errors;
  });
}
