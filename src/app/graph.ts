import { createExecutor, type Executor, type ExecutorOptions } from '../api/graphql/executor.js';
import { type OperationTable, tableOf } from '../api/rest/documents/table.js';
import { openEndpoints, type RestEndpoint } from '../api/rest/endpoints.js';
import { compileOperations, type RestOperations } from '../api/rest/operations.js';
import { apiOperationsByRoute, openApi } from './describe.js';
import { restDocuments } from './rest-documents.js';
import { buildSchemas, type Schemas } from './schema.js';

/** Everything that a process serves, independent of its store: the schema with its executor, and the REST endpoints. */
export interface Graph {
  executor: Executor;
  endpoints: RestEndpoint[];
  /** The OpenAPI description of `/v1`, as JSON. */
  describe: () => string;
  /** Data that the API reference shows for each operation, as JSON, from `apiOperationsByRoute`. */
  show: () => string;
}

/** Stored operations that a build has compiled and checked. */
export interface BuildOutput {
  table: OperationTable;
  describe: () => string;
  show: () => string;
}

/** Creates the schema and endpoints from the output of a build. Without a build, uses the source files. */
export function createGraph(options: ExecutorOptions, built: BuildOutput = buildFromSources()): Graph {
  const schemas = buildSchemas();
  const { endpoints } = openEndpoints(schemas.internal, built.table);
  return { executor: createExecutor(schemas, options), endpoints, describe: built.describe, show: built.show };
}

function buildFromSources(): BuildOutput {
  let compiled: Sources | undefined;
  const sources = () => (compiled ??= compileSources());
  return {
    table: tableOf(restDocuments()),
    describe: () => JSON.stringify(openApi(sources().operations)),
    show: () => JSON.stringify(apiOperationsByRoute(sources())),
  };
}

/** The compiled stored operations of the sources, and the schemas. */
export interface Sources {
  operations: RestOperations;
  schemas: Schemas;
}

/** Compiles the stored operations of the sources. @throws if one is invalid */
export function compileSources(): Sources {
  const schemas = buildSchemas();
  return { operations: compileOperations(schemas.internal, restDocuments()), schemas };
}
