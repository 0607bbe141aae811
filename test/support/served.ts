import { type FieldNode, getOperationAST, parse } from 'graphql';
import type { ExecutorOptions } from '../../src/api/graphql/executor.js';
import { tableOf } from '../../src/api/rest/documents/table.js';
import { openApi, shown } from '../../src/app/describe.js';
import { compileSources, createGraph, type Graph, type Sources } from '../../src/app/graph.js';
import { restDocuments } from '../../src/app/rest-documents.js';

// What is served, made once for all tests of a process: nothing of it belongs to a store or a request.

const graphs = new Map<string, Graph>();

/** The graph, for any number of applications; one with plugins of its own is made anew. */
export function graphOf(options: ExecutorOptions): Graph {
  if (options.plugins) return createGraph(options);
  const key = `${options.introspection} ${options.costLimit} ${options.federation ?? false}`;
  const graph = graphs.get(key) ?? createGraph(options);
  graphs.set(key, graph);
  return graph;
}

/** The schema that clients see, and the one that stored operations run on. */
export const { public: schema, internal: internalSchema } = graphOf({ introspection: true }).executor.schemas;

/** The field of the root that each operation of `/v1` asks, by its operation id. */
export const rootFields: ReadonlyMap<string, string> = new Map(
  tableOf(restDocuments()).operations.map(({ route, text }) => [route.id, rootFieldOf(text)]),
);

function rootFieldOf(text: string): string {
  const [field] = getOperationAST(parse(text))!.selectionSet.selections;
  return (field as FieldNode).name.value;
}

let compiled: Sources | undefined;

const sources = (): Sources => (compiled ??= compileSources());

let description: ReturnType<typeof openApi> | undefined;

/** The OpenAPI document of `/v1`, every stored operation checked. */
export function describedApi(): ReturnType<typeof openApi> {
  description ??= openApi(sources().operations);
  return description;
}

let reference: ReturnType<typeof shown> | undefined;

/** What the reference shows of every operation of `/v1`. */
export function shownApi(): ReturnType<typeof shown> {
  reference ??= shown(sources());
  return reference;
}
