import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { CallRule } from './call-rule.js';

/**
 * Maximum number of reported errors in variables. Each message contains the whole value. For a list of 2 MiB with a
 * fault in every item, the messages would take minutes and a hundred megabytes.
 */
const maxErrors = 5;

/**
 * Refuses variables that graphql-js finds invalid, before the caller's budgets are charged.
 * @param hidesSchema whether messages omit suggestions
 */
export function validVariables(schema: GraphQLSchema, { hidesSchema }: { hidesSchema: boolean }): CallRule {
  const options = { maxErrors, hideSuggestions: hidesSchema };
  return ({ operation }, { params }) => {
    const definitions = operation.variableDefinitions ?? [];
    if (definitions.length === 0) return undefined;
    return getVariableValues(schema, definitions, params?.variables ?? {}, options).errors?.map(withField);
  };
}

/**
 * Parts of a message of graphql-js: the name of the variable, the path within its value, and the rule that the value
 * breaks.
 */
const variableError =
  /^Variable "\$(?<name>\w+)" (?:got invalid value .*?(?: at "(?<place>[^"]*)")?; (?<rule>[^;]*)$|)/s;

/** Adds `extensions.field` (the path of the variable or of its member) and `extensions.rule` (the rule in words). */
function withField(error: GraphQLError): GraphQLError {
  const { name, place, rule } = variableError.exec(error.message)?.groups ?? {};
  if (!name) return error;
  const extensions = { field: place ?? name, ...(rule && { rule: rule.replace(/\.$/, '') }) };
  return new GraphQLError(error.message, { nodes: error.nodes, originalError: error.originalError, extensions });
}
