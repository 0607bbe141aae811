import type { GraphQLSchema } from 'graphql';
import { type RestDocument, readDocuments, validateDocuments } from './documents/documents.js';
import type { Scope } from './documents/selections.js';
import { tableOfStored, withOperationName } from './documents/table.js';
import { openEndpoints, type RestEndpoint } from './endpoints.js';
import type { RestOperation } from './operation.js';

/** All stored operations, compiled, and the scope in which they were compiled. */
export interface RestOperations {
  operations: RestOperation[];
  endpoints: RestEndpoint[];
  scope: Scope;
}

/**
 * Checks and compiles every stored operation of the documents. The OpenAPI description, the tests and the build use it;
 * the build fails if an operation is invalid. A server reads the table of checked operations instead.
 * @param documents texts, with or without the name of their domain
 * @throws Error that names the operation and its fault
 */
export function compileOperations(
  schema: GraphQLSchema,
  documents: readonly (string | RestDocument)[],
): RestOperations {
  const stored = readDocuments(documents);
  validateDocuments(schema, stored);
  const { endpoints, scope } = openEndpoints(schema, tableOfStored(stored));
  const operations = endpoints.map(({ route, operation }) => withOperationName(route.id, operation));
  return { operations, endpoints, scope };
}
