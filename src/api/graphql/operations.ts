import type { FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin as YogaPlugin } from 'graphql-yoga';
import { defaultCostLimit } from '../../platform/base/limits.js';
import { oneMutation } from './call-rules/one-mutation.js';
import { variables } from './call-rules/variables.js';
import { formatThrown } from './errors/format-errors.js';
import type { Context } from './execution/context.js';
import type { Params } from './execution/params.js';
import type { Texts } from './execution/preparation.js';
import type { Call, ExecutorOptions, HttpPlugins, Result, Stored } from './executor.js';
import { useAccount } from './plugins/use-account.js';
import { useCallRules } from './plugins/use-call-rules.js';
import { useCost } from './plugins/use-cost.js';
import { useErrors } from './plugins/use-errors.js';
import { useExecution } from './plugins/use-execution.js';
import { usePrepared } from './plugins/use-prepared.js';
import { useRules } from './plugins/use-rules.js';

/** A context of a request that was refused before its caller was known, or its body read. */
export type ServedContext = Context | Pick<Context, 'exchange' | 'requestId' | 'log'>;

/** Runs operations. */
export interface Operations {
  /** Answers a request of GraphQL over HTTP, whose body is in its exchange (`context.exchange`). Never throws. */
  serve(context: ServedContext): Promise<Response>;
  /** Answers a call that did not come as GraphQL over HTTP. Never throws. */
  run(params: Params, context: Context): Promise<Result>;
  /** Answers a stored operation, which is no subscription. Never throws. */
  runStored(stored: Stored, call: Call): Promise<ExecutionResult>;
}

/** Parts of Yoga that are off: Fastify handles what is about the request and not about GraphQL, and reads bodies in turns. */
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

/** What a Yoga is made of. */
export interface OperationParts {
  schema: GraphQLSchema;
  texts: Texts;
  options: ExecutorOptions;
  httpPlugins: HttpPlugins;
}

/**
 * Makes the Yoga that all operations go through. Stored operations of `/v1` enter it as parameters, and requests of GraphQL with
 * HTTP around them.
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
      useCallRules([variables(schema, hiding), oneMutation]),
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
      // The one part of Yoga's request that it asks for here: there is none.
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
 * A request as Yoga reads it: its address can be parsed, whatever the header `Host` says, since Yoga asks for the path alone. Its
 * body is read by Fastify.
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
