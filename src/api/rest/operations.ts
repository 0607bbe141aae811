import type { GraphQLSchema } from 'graphql';
import { type RestDocument, readDocuments, validateDocuments } from './documents/documents.js';
import type { Scope } from './documents/selections.js';
import { named, tableOfStored } from './documents/table.js';
import { openEndpoints, type RestEndpoint } from './endpoints.js';
import type { RestOperation } from './operation.js';

/** All stored operations, each compiled, and the scope they were compiled in. */
export interface RestOperations {
  operations: RestOperation[];
  endpoints: RestEndpoint[];
  scope: Scope;
}

/**
 * Checks every stored operation of some documents, with or without the name of their domain, and compiles it: for the
 * description, for the build, which ends where one is not sound, and for tests. A server opens the table of what was checked.
 * @throws Error naming the operation and its fault.
 */
export function compileOperations(
  schema: GraphQLSchema,
  documents: readonly (string | RestDocument)[],
): RestOperations {
  const stored = readDocuments(documents);
  validateDocuments(schema, stored);
  const { endpoints, scope } = openEndpoints(schema, tableOfStored(stored));
  const operations = endpoints.map(({ route, operation }) => named(route.id, operation));
  return { operations, endpoints, scope };
}
