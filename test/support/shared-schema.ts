import { type FieldNode, getOperationAST, parse } from 'graphql';
import type { ExecutorOptions } from '../../src/api/graphql/executor.js';
import { createOperationTable } from '../../src/api/rest/documents/table.js';
import { apiOperationsById, openApi } from '../../src/app/describe.js';
import { compileSources, createGraph, type Graph, type Sources } from '../../src/app/graph.js';
import { restDocuments } from '../../src/app/rest-documents.js';

// Schemas and API descriptions. They are created once for all tests of a process, because they do not depend on a store
// or a request.

const graphs = new Map<string, Graph>();

/** Returns a GraphQL API, which applications with the same options share. With plugins, each call creates a new one. */
export function graphOf(options: ExecutorOptions): Graph {
  if (options.plugins) return createGraph(options);
  const key = `${options.introspection} ${options.costLimit} ${options.federation ?? false}`;
  const graph = graphs.get(key) ?? createGraph(options);
  graphs.set(key, graph);
  return graph;
}

/** The public schema, and the internal schema of stored operations. */
export const { public: schema, internal: internalSchema } = graphOf({ introspection: true }).executor.schemas;

/** Root field of each operation of `/v1`, by its operation id. */
export const rootFields: ReadonlyMap<string, string> = new Map(
  createOperationTable(restDocuments()).operations.map(({ route, text }) => [route.id, rootFieldOf(text)]),
);

function rootFieldOf(text: string): string {
  const [field] = getOperationAST(parse(text))!.selectionSet.selections;
  return (field as FieldNode).name.value;
}

let compiled: Sources | undefined;

const sources = (): Sources => (compiled ??= compileSources());

let description: ReturnType<typeof openApi> | undefined;

/** Returns the OpenAPI document of `/v1`, after a check of every stored operation. */
export function describedApi(): ReturnType<typeof openApi> {
  description ??= openApi(sources().operations);
  return description;
}

let reference: ReturnType<typeof apiOperationsById> | undefined;

/** Returns the entries of the reference for every operation of `/v1`. */
export function referenceEntries(): ReturnType<typeof apiOperationsById> {
  reference ??= apiOperationsById(sources());
  return reference;
}
