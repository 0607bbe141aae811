import { createExecutor, type Executor, type ExecutorOptions } from '../api/graphql/executor.js';
import { createOperationTable, type OperationTable } from '../api/rest/documents/table.js';
import { openEndpoints, type RestEndpoint } from '../api/rest/endpoints.js';
import { compileOperations, type RestOperations } from '../api/rest/operations.js';
import { apiOperationsById, openApi } from './describe.js';
import { restDocuments } from './rest-documents.js';
import { buildSchemas, type Schemas } from './schema.js';

/** The parts of the API that do not depend on a store: the schema with its executor, and the REST endpoints. */
export interface Graph {
  executor: Executor;
  endpoints: RestEndpoint[];
  /** Returns the OpenAPI description of `/v1` as JSON. */
  openApiJson: () => string;
  /** Returns the data that the API reference shows for each operation as JSON; see `apiOperationsById`. */
  referenceJson: () => string;
}

/** Stored operations that a build has compiled and checked. */
export interface BuildOutput {
  table: OperationTable;
  openApiJson: () => string;
  referenceJson: () => string;
}

/**
 * Creates the schema and the endpoints.
 * @param built output of a build; by default, it is made from the source files
 */
export function createGraph(options: ExecutorOptions, built: BuildOutput = buildFromSources()): Graph {
  const schemas = buildSchemas();
  const { endpoints } = openEndpoints(schemas.internal, built.table);
  return {
    executor: createExecutor(schemas, options),
    endpoints,
    openApiJson: built.openApiJson,
    referenceJson: built.referenceJson,
  };
}

function buildFromSources(): BuildOutput {
  let compiled: Sources | undefined;
  const sources = () => (compiled ??= compileSources());
  return {
    table: createOperationTable(restDocuments()),
    openApiJson: () => JSON.stringify(openApi(sources().operations)),
    referenceJson: () => JSON.stringify(apiOperationsById(sources())),
  };
}

/** The schemas, and the stored operations that were compiled from the source files. */
export interface Sources {
  operations: RestOperations;
  schemas: Schemas;
}

/** Compiles the stored operations from the source files. @throws if one is invalid */
export function compileSources(): Sources {
  const schemas = buildSchemas();
  return { operations: compileOperations(schemas.internal, restDocuments()), schemas };
}
