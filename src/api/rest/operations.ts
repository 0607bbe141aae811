import type { GraphQLSchema } from 'graphql';
import { type RestDocument, readDocuments, validateDocuments } from './documents/documents.js';
import type { Scope } from './documents/selections.js';
import { createTableOfStored, withOperationName } from './documents/table.js';
import { openEndpoints, type RestEndpoint } from './endpoints.js';
import type { RestOperation } from './operation.js';

/** All compiled stored operations, and the schema and fragments that they were compiled with. */
export interface RestOperations {
  operations: RestOperation[];
  endpoints: RestEndpoint[];
  scope: Scope;
}

/**
 * Checks and compiles all stored operations of the documents, for the OpenAPI document, the tests and the build. The
 * build fails if an operation is invalid. A server does not call it; it reads the table of checked operations.
 * @param documents texts, with or without a name
 * @throws Error that names the operation and its fault
 */
export function compileOperations(
  schema: GraphQLSchema,
  documents: readonly (string | RestDocument)[],
): RestOperations {
  const stored = readDocuments(documents);
  validateDocuments(schema, stored);
  const { endpoints, scope } = openEndpoints(schema, createTableOfStored(stored));
  const operations = endpoints.map(({ route, operation }) => withOperationName(route.id, operation));
  return { operations, endpoints, scope };
}
