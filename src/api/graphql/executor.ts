import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST, print } from 'graphql';
import type { Context } from './execution/context.js';
import type { Params } from './execution/params.js';
import { createTexts, type Prepared, prepare } from './execution/preparation.js';
import type { Operations } from './operations.js';
import type { Plugin } from './plugins/plugin.js';
import { federated } from './schema/federation.js';

/** One result, or those of a stream as they come. A call that was refused has errors and no data. */
export type Result = ExecutionResult | AsyncIterable<ExecutionResult>;

/** A stored operation that is ready to run; it is exempt from limits and cost. */
export type Stored = Pick<Params, 'query'> & { operation: Prepared };

/** One call of a stored operation. */
export interface Call {
  context: Context;
  variables: Record<string, unknown>;
}

/** Plugins of GraphQL over HTTP. */
export interface HttpPlugins {
  /** Those that find the text of a request, before all others. */
  first: readonly Plugin[];
  /** Those that see what all others have made of a result. */
  last: readonly Plugin[];
}

/** Makes operations ready, and opens what runs them. */
export interface Executor {
  schemas: ExecutedSchemas;
  /** Makes a stored operation ready; one that `isPaid` costs nothing, as a part of what has cost its price already. */
  store(document: DocumentNode, isPaid?: boolean): Stored;
  /**
   * Makes what runs the operations of an application. All that are made of one executor share what texts were found to be.
   * @param httpPlugins loads the plugins of GraphQL over HTTP, with Yoga itself; default: none
   */
  open(httpPlugins?: () => Promise<HttpPlugins>): Operations;
}

/** How an executor is made. */
export interface ExecutorOptions {
  /** False hides the schema, and the suggestions that would leak it. */
  introspection: boolean;
  /** Whether clients see the schema as a subgraph of a federation. */
  federation?: boolean;
  /** Highest estimate of a call. */
  costLimit?: number;
  /** Plugins of Yoga that see every operation, stored ones too, behind those of the product. */
  plugins?: readonly Plugin[];
}

/** The schema that clients see, and the one that stored operations run on. */
export interface ExecutedSchemas {
  public: GraphQLSchema;
  internal: GraphQLSchema;
}

/** Makes the executor of a schema. */
export function createExecutor(schemas: ExecutedSchemas, options: ExecutorOptions): Executor {
  const { internal } = schemas;
  const schema = options.federation ? federated(schemas.public) : schemas.public;
  const texts = createTexts(schema);
  return {
    schemas: { public: schema, internal },
    store: (document, isPaid = false) => ({
      query: print(document),
      operation: { ...prepare(internal, document, getOperationAST(document)!), isPaid },
    }),
    open: (loadPlugins = async () => ({ first: [], last: [] })) =>
      openLater(async () => {
        const { createOperations } = await import('./operations.js');
        return createOperations({ schema, texts, options, httpPlugins: await loadPlugins() });
      }),
  };
}

/** Yoga takes longer to load than all the rest of the graph: commands and a start do without it, no operation does. */
function openLater(open: () => Promise<Operations>): Operations {
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
