import { createExecutor, type Executor, type ExecutorOptions } from '../graphql/executor.js';
import { openEndpoints, type RestEndpoint } from '../rest/endpoints.js';
import { compileOperations } from '../rest/operations.js';
import { type OperationTable, tableOf } from '../rest/table.js';
import { openApi } from './describe.js';
import { restDocuments } from './rest-documents.js';
import { buildSchema } from './schema.js';

/** What a process serves, whatever its store: the schema with its executor, and the endpoints that are made of it. */
export interface Graph {
  executor: Executor;
  endpoints: RestEndpoint[];
  /** The OpenAPI description of `/v1`, as JSON. */
  describe: () => string;
}

/** What a build made of the stored operations: it has checked them. */
export interface Built {
  table: OperationTable;
  describe: () => string;
}

/** Makes the graph, of what a build made, else of the sources. */
export function createGraph(options: ExecutorOptions, built: Built = builtFromSources()): Graph {
  const schema = buildSchema();
  const { endpoints } = openEndpoints(schema, built.table);
  return { executor: createExecutor(schema, options), endpoints, describe: built.describe };
}

function builtFromSources(): Built {
  return { table: tableOf(restDocuments()), describe: () => JSON.stringify(describeSources()) };
}

/** The description of the stored operations of the sources, each compiled. @throws where one is not sound. */
export function describeSources() {
  return openApi(compileOperations(buildSchema(), restDocuments()));
}
