import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { CallRule } from './call-rule.js';

/**
 * How many mistakes of variables are reported. Each is a sentence made of the whole value: a list of 2 MiB that is wrong in
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
    return getVariableValues(schema, definitions, params?.variables ?? {}, options).errors?.map(withField);
  };
}

/** What graphql-js says of a variable: its name, the place in its value, and the rule that the value breaks. */
const sentence = /^Variable "\$(?<name>\w+)" (?:got invalid value .*?(?: at "(?<place>[^"]*)")?; (?<rule>[^;]*)$|)/s;

/** The same error with the variable, or the member of it, as `extensions.field`, and the rule in words. */
function withField(error: GraphQLError): GraphQLError {
  const { name, place, rule } = sentence.exec(error.message)?.groups ?? {};
  if (!name) return error;
  const extensions = { field: place ?? name, ...(rule && { rule: rule.replace(/\.$/, '') }) };
  return new GraphQLError(error.message, { nodes: error.nodes, originalError: error.originalError, extensions });
}
