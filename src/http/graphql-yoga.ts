import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { AppError } from '../errors.js';
import type { Context } from '../graphql/context.js';
import type { Executor } from '../graphql/executor.js';
import type { Prepared } from '../graphql/preparation.js';

/** An operation that is found fit to run, and for whom. */
export interface Running {
  context: Context;
  prepared: Prepared;
}

/** Answers a request through Yoga, with our executor inside: it knows the rare ways of HTTP (GET, event streams). */
export type YogaHandler = (running: Running, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes the handler. Yoga's own page, forms, batching and CORS are off. */
export function yogaHandler(executor: Executor): YogaHandler {
  const yoga = createYoga<Running>({
    schema: executor.schema,
    cors: false,
    multipart: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    maskedErrors: false,
    logging: false,
    plugins: [useExecutor(executor)],
  });
  return async (running, request, reply) => {
    const response = await yoga.fetch(new URL(request.url, 'http://localhost'), requestInit(request), running);
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.code(response.status).send(await response.text());
  };
}

function requestInit({ method, body, headers }: FastifyRequest): RequestInit {
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const own = new Headers(texts.filter(([name]) => name !== 'content-length'));
  return { method, headers: own, body: body === undefined ? null : JSON.stringify(body) };
}

/** The text was parsed and checked before Yoga got it; checking it once more would only cost time. */
function useExecutor(executor: Executor): Plugin<Running> {
  return {
    onParse: ({ context, setParseFn }) => setParseFn(() => (context as unknown as Running).prepared.document),
    onValidate: ({ setValidationFn }) => setValidationFn(() => []),
    onExecute: ({ setExecuteFn }) => {
      setExecuteFn(async ({ contextValue, variableValues }) => {
        const { context, prepared } = contextValue as Running;
        const { refused, ...result } = await executor.run(prepared, { context, variables: variableValues });
        return refused ? { errors: result.errors?.map(withStatus) } : result;
      });
    },
  };
}

/** Tells Yoga, in its own way, what a refusal is answered with; a `spec` status is for clients of the new media type. */
function withStatus(error: GraphQLError): GraphQLError {
  const thrown = error.originalError instanceof AppError ? error.originalError : undefined;
  const status = thrown?.status ?? 400;
  const retryAfter = thrown?.detail.retryAfter;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const extensions = { ...error.extensions, http: { status, headers, spec: status < 429 } };
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, path: error.path ?? null, extensions });
}
