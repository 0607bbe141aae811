import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST, print } from 'graphql';
import type { Context } from './execution/context.js';
import type { Params } from './execution/params.js';
import { createDocumentCache, type Prepared, prepare } from './execution/preparation.js';
import type { Operations } from './operations.js';
import type { Plugin } from './plugins/plugin.js';
import { toSubgraph } from './schema/federation.js';

/** One result, or a stream of results. A refused call has errors and no data. */
export type Result = ExecutionResult | AsyncIterable<ExecutionResult>;

/** A stored operation that is ready to run; it is exempt from limits and cost. */
export type StoredOperation = Pick<Params, 'query'> & { operation: Prepared };

/** One call of a stored operation. */
export interface StoredCall {
  context: Context;
  variables: Record<string, unknown>;
}

/** Plugins of GraphQL over HTTP. */
export interface HttpPlugins {
  /** Plugins that find the text of a request; they run before all others. */
  first: readonly Plugin[];
  /** Plugins that receive each result after all others. */
  last: readonly Plugin[];
}

/** Prepares stored operations, and creates the `Operations` that run them. */
export interface Executor {
  schemas: ExecutedSchemas;
  /**
   * Prepares a stored operation. With `isPaid` it costs nothing, because another operation of the same call has paid.
   */
  store(document: DocumentNode, isPaid?: boolean): StoredOperation;
  /**
   * Creates the `Operations` of an application. All `Operations` of one executor share the cache of texts.
   * @param httpPlugins loads the plugins of GraphQL over HTTP when Yoga is loaded; default: none
   */
  open(httpPlugins?: () => Promise<HttpPlugins>): Operations;
}

/** Options of an executor. */
export interface ExecutorOptions {
  /** If false, hides the schema and error suggestions that would reveal it. */
  introspection: boolean;
  /** Whether clients see the schema as a subgraph of an Apollo federation. */
  federation?: boolean;
  /** Maximum estimated cost of a call. */
  costLimit?: number;
  /** Yoga plugins for every operation, including stored ones; they run after our own plugins. */
  plugins?: readonly Plugin[];
}

/** The schema that clients see, and the schema of stored operations. */
export interface ExecutedSchemas {
  public: GraphQLSchema;
  internal: GraphQLSchema;
}

/** Creates the executor of a schema. */
export function createExecutor(schemas: ExecutedSchemas, options: ExecutorOptions): Executor {
  const { internal } = schemas;
  const schema = options.federation ? toSubgraph(schemas.public) : schemas.public;
  const texts = createDocumentCache(schema);
  return {
    schemas: { public: schema, internal },
    store: (document, isPaid = false) => ({
      query: print(document),
      operation: { ...prepare(internal, document, getOperationAST(document)!), isPaid },
    }),
    open: (loadPlugins = async () => ({ first: [], last: [] })) =>
      lazyOperations(async () => {
        const { createOperations } = await import('./operations.js');
        return createOperations({ schema, texts, options, httpPlugins: await loadPlugins() });
      }),
  };
}

/**
 * Loads Yoga when the first operation runs. It takes longer to load than the rest of the GraphQL API, and neither
 * commands nor the startup need it.
 */
function lazyOperations(open: () => Promise<Operations>): Operations {
  let opening: Promise<Operations> | undefined;
  let opened: Operations | undefined;
  const get = async (): Promise<Operations> => {
    opening ??= open();
    opened = await opening;
    return opened;
  };
  return {
    serve: async (context) => (opened ?? (await get())).serve(context),
    run: async (...call) => (opened ?? (await get())).run(...call),
    runStored: async (...call) => (opened ?? (await get())).runStored(...call),
  };
}
