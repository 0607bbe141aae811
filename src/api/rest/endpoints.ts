import { type FragmentDefinitionNode, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import type { Route } from './documents/routes.js';
import type { Scope } from './documents/selections.js';
import type { OperationTable, TableRow } from './documents/table.js';
import { compileOperation, type RestOperation } from './operation.js';
import { inputCompiler } from './requests/inputs.js';

/** An endpoint of `/v1`. Its route is known at startup; its operation is compiled on the first call. */
export interface RestEndpoint {
  route: Route;
  /**
   * Returns the operation, which is compiled once.
   * @throws the errors of `compileOperations`, if the table was not checked
   */
  operation: () => RestOperation;
}

/** All endpoints, and the schema and fragments that they are compiled with. */
export interface RestEndpoints {
  endpoints: RestEndpoint[];
  scope: Scope;
}

/** Creates the endpoints of an operation table. They share the fragments and the validators of input types. */
export function openEndpoints(schema: GraphQLSchema, table: OperationTable): RestEndpoints {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const scope = { schema, fragments };
  const compileInput = inputCompiler();
  const fragment = (name: string): FragmentDefinitionNode => {
    const known = fragments.get(name) ?? parseOne<FragmentDefinitionNode>(table.fragments[name]!);
    fragments.set(name, known);
    return known;
  };
  const compile = (row: TableRow): RestOperation => {
    const definitions = [parseOne<OperationDefinitionNode>(row.text), ...row.fragments.map(fragment)];
    return compileOperation({ row, stored: { kind: Kind.DOCUMENT, definitions } }, scope, compileInput);
  };
  const endpoints = table.operations.map((row): RestEndpoint => {
    let operation: RestOperation | undefined;
    return { route: row.route, operation: () => (operation ??= compile(row)) };
  });
  return { endpoints, scope };
}

/** Parses a text with exactly one definition. The caller knows the kind of definition from the operation table. */
function parseOne<Definition>(text: string): Definition {
  return parse(text, { noLocation: true }).definitions[0] as Definition;
}
