import type { FastifyReply, FastifyRequest } from 'fastify';
import { print } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../graphql/context.js';
import { type Executor, isRefused } from '../graphql/executor.js';
import { formatRefusals } from '../graphql/format-errors.js';

/** Answers a request through Yoga, with our executor inside: it knows the rare ways of HTTP (GET, event streams). */
export type YogaHandler = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes the handler. Yoga's own page, forms, batching and CORS are off. */
export function yogaHandler(executor: Executor): YogaHandler {
  const yoga = createYoga<Context>({
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
  return async (context, request, reply) => {
    const response = await yoga.fetch(new URL(request.url, 'http://localhost'), requestInit(request), context);
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.code(response.status).send(await response.text());
  };
}

function requestInit({ method, body, headers }: FastifyRequest): RequestInit {
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const own = new Headers(texts.filter(([name]) => name !== 'content-length'));
  return { method, headers: own, body: body === undefined ? null : JSON.stringify(body) };
}

function useExecutor(executor: Executor): Plugin<Context> {
  return {
    onValidate: ({ params, context, setValidationFn }) => {
      const prepared = executor.prepareText(print(params.documentAST));
      setValidationFn(() =>
        isRefused(prepared) ? formatRefusals(prepared.errors, context as unknown as Context) : [],
      );
    },
    onExecute: ({ setExecuteFn }) => {
      setExecuteFn(async ({ document, contextValue, variableValues, operationName }) => {
        const prepared = executor.prepareText(print(document), operationName);
        if (isRefused(prepared)) return { errors: formatRefusals(prepared.errors, contextValue) };
        const { refused: _, ...result } = await executor.run(prepared, {
          context: contextValue,
          variables: variableValues,
        });
        return result;
      });
    },
  };
}
