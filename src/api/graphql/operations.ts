import type { FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin as YogaPlugin } from 'graphql-yoga';
import { defaultCostLimit } from '../../platform/base/limits.js';
import { oneMutation } from './call-rules/one-mutation.js';
import { validVariables } from './call-rules/variables.js';
import { formatThrown } from './errors/format-errors.js';
import type { Context } from './execution/context.js';
import type { Params } from './execution/params.js';
import type { DocumentCache } from './execution/preparation.js';
import type { ExecutorOptions, HttpPlugins, Result, StoredCall, StoredOperation } from './executor.js';
import { useAccount } from './plugins/use-account.js';
import { useCallRules } from './plugins/use-call-rules.js';
import { useCost } from './plugins/use-cost.js';
import { useErrors } from './plugins/use-errors.js';
import { useExecution } from './plugins/use-execution.js';
import { usePrepared } from './plugins/use-prepared.js';
import { useRules } from './plugins/use-rules.js';

/**
 * The context of a request. A request that was refused early, before its caller was known or its body was read, has
 * only a few members.
 */
export type ServedContext = Context | Pick<Context, 'exchange' | 'requestId' | 'log'>;

/** Runs GraphQL operations. */
export interface Operations {
  /** Responds to a request of GraphQL over HTTP; the body is in `context.exchange`. Never throws. */
  serve(context: ServedContext): Promise<Response>;
  /** Runs a call that is not GraphQL over HTTP. Never throws. */
  run(params: Params, context: Context): Promise<Result>;
  /** Runs a stored operation, which must not be a subscription. Never throws. */
  runStored(stored: StoredOperation, call: StoredCall): Promise<ExecutionResult>;
}

/**
 * Turns off the features of Yoga that Fastify provides. Fastify handles the HTTP side of a request, and reads bodies in
 * fair order.
 */
const yogaOptions = {
  batching: false,
  cors: false,
  graphiql: false,
  landingPage: false,
  logging: false,
  maskedErrors: false,
  maxRequestBodySize: false,
  multipart: false,
  parserAndValidationCache: false,
} as const;

/** Dependencies of the GraphQL Yoga server. */
export interface OperationParts {
  schema: GraphQLSchema;
  texts: DocumentCache;
  options: ExecutorOptions;
  httpPlugins: HttpPlugins;
}

/**
 * Creates the Yoga server that runs all operations. Stored operations of `/v1` are passed to it as parameters, and
 * GraphQL requests as HTTP requests.
 */
export function createOperations({ schema, texts, options, httpPlugins }: OperationParts): Operations {
  const hiding = { hidesSchema: !options.introspection };
  const yoga = createYoga<Context>({
    ...yogaOptions,
    schema,
    plugins: [
      ...httpPlugins.first,
      useRules(hiding),
      usePrepared(texts),
      useAccount(),
      useCallRules([validVariables(schema, hiding), oneMutation]),
      useCost(options.costLimit ?? defaultCostLimit),
      useExecution(),
      ...(options.plugins ?? []),
      useErrors(),
      ...httpPlugins.last,
    ] as YogaPlugin<Context>[],
  });
  const { getResultForParams } = yoga;
  const handle = yoga.handleNodeRequestAndResponse;
  const run: Operations['run'] = async (params, context) => {
    try {
      // The type requires a `request`, but a call that is not GraphQL over HTTP has none.
      return (await getResultForParams({ params, request: undefined as unknown as Request }, context)) as Result;
    } catch (error) {
      return { errors: [formatThrown(error as Error, context)] };
    }
  };
  return {
    async serve(context) {
      const { request, reply } = context.exchange!;
      return handle(new ParsableRequest(request.raw) as never, reply.raw, context as Context);
    },
    run,
    runStored({ query, operation }, { context, variables }) {
      context.operation = operation;
      return run({ query, variables }, context) as Promise<ExecutionResult>;
    },
  };
}

/**
 * A request in the form that Yoga reads. Its URL has a fixed host, so that it can be parsed for any `Host` header; Yoga
 * uses only the path. The body is missing because Fastify reads it.
 */
class ParsableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  constructor({ method = 'GET', url = '/', headers }: FastifyRequest['raw']) {
    this.method = method;
    this.url = url;
    this.headers = { ...headers, host: 'localhost' };
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<never> {}
}
