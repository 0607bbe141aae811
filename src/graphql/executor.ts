import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST, print } from 'graphql';
import type { Context } from './context.js';
import type { Params } from './params.js';
import type { Pipeline, Result } from './pipeline.js';
import type { Plugin } from './plugins/plugin.js';
import { createTexts, type Prepared, prepare, type Refused } from './preparation.js';

/** A stored operation that is ready to run; it is exempt from limits and cost. */
export type Stored = Required<Pick<Params, 'query'>> & { operation: Prepared };

/** One call of a stored operation. */
export interface Call {
  context: Context;
  variables: Record<string, unknown>;
}

/** What executes all operations of the product, for GraphQL over HTTP and stored operations: one pipeline of plugins. */
export interface Executor {
  schema: GraphQLSchema;
  /** Answers what a client asks for. Never throws. */
  run(params: Params, context: Context): Promise<Result>;
  /** Makes a stored operation ready; one that `isPaid` costs nothing, as a part of what has cost its price already. */
  store(document: DocumentNode, isPaid?: boolean): Stored;
  /** Answers a stored operation, which is no subscription. Never throws. */
  runStored(stored: Stored, call: Call): Promise<ExecutionResult>;
  /** Whether plugins were given besides those of the product, which see every operation. */
  isWatched: boolean;
  /** What a text was found to be, where it is known. */
  find(params: Params): Prepared | Refused | undefined;
}

/** How an executor is made. */
export interface ExecutorOptions {
  /** False hides the schema, and the suggestions that would leak it. */
  introspection: boolean;
  /** From which call on an operation is compiled, where it can be; default 3. */
  compiledFrom?: number;
  /** Highest estimate of a call. */
  costLimit?: number;
  /** Plugins of Yoga that see every operation, stored ones too, behind those of the product. */
  plugins?: readonly Plugin[];
}

/** Makes the executor of a schema. */
export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  const running = { schema, compiledFrom: options.compiledFrom ?? 3 };
  const texts = createTexts(running);
  // Yoga takes longer to load than all the rest of the graph: commands and a start do without it, no operation does.
  let opening: Promise<Pipeline> | undefined;
  let pipeline: Pipeline | undefined;
  const open = async (): Promise<Pipeline> => {
    const { createPipeline } = await import('./pipeline.js');
    pipeline = createPipeline(running, texts, options);
    return pipeline;
  };
  const run: Executor['run'] = (params, context) => {
    if (pipeline) return pipeline(params, context);
    opening ??= open();
    return opening.then((opened) => opened(params, context));
  };
  return {
    schema,
    run,
    store: (document, isPaid = false) => ({
      query: print(document),
      operation: { ...prepare(running, document, getOperationAST(document)!), isPaid },
    }),
    runStored: (stored, { context, variables }) =>
      run({ query: stored.query, operation: stored.operation, variables }, context) as Promise<ExecutionResult>,
    isWatched: (options.plugins ?? []).length > 0,
    find: texts.find,
  };
}
