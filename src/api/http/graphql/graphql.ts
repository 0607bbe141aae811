import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import type { Context } from '../../graphql/execution/context.js';
import { preparedOf } from '../../graphql/execution/preparation.js';
import type { Operations, ServedContext } from '../../graphql/operations.js';
import { abortedBodyError } from '../bodies/json-body.js';
import { sendExplorer } from '../explorer/explorer.js';
import { type RequestServices, requestContext } from '../requests/request-context.js';
import { operationLabel } from './operation-label.js';

/** Dependencies of the GraphQL routes. */
export interface GraphqlParts {
  shared: RequestServices;
  operations: Operations;
  /** Whether a browser that opens the URL gets the explorer. */
  explorer: boolean;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Maximum size of a request body, in bytes. */
const bodyLimit = 2_097_152;

/**
 * Serves GraphQL at `/graphql`. Fastify receives requests, and Yoga responds to all of them, including those that
 * Fastify refuses.
 */
export function registerGraphql(app: FastifyInstance, { explorer, shared, operations }: GraphqlParts): void {
  const answer = async (reply: FastifyReply, context: ServedContext) => send(reply, await operations.serve(context));
  const handler: Handler = async (request, reply) => {
    if (explorer && request.method === 'GET' && wantsPage(request)) return sendExplorer(reply);
    const context = await requestContext(shared, request, reply);
    context.exchange = { request, reply };
    request.notes.operation = () => logLabel(context);
    return answer(reply, context);
  };
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    exposeHeadRoute: false,
    bodyLimit,
    handler,
    errorHandler: (error, request, reply) => answer(reply, refusedContext(request, reply, error)),
  });
  app.route({
    url: '/graphql',
    method: 'OPTIONS',
    handler: async (_request, reply) => reply.code(204).header('allow', 'GET, POST, OPTIONS').send(),
  });
  const refuse: Handler = (request, reply) => answer(reply, refusedContext(request, reply));
  // Refuses these methods before the body is read, because the refusal does not depend on the body.
  app.route({
    url: '/graphql',
    method: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
    onRequest: async (request, reply) => void (await refuse(request, reply)),
    handler: refuse,
  });
}

/** Returns the context of a request that is refused before its caller is known or its body is read. */
function refusedContext(request: FastifyRequest, reply: FastifyReply, error?: Error): ServedContext {
  const failure = error && (abortedBodyError(error) ?? fromFastify(error) ?? error);
  return { exchange: { request, reply, failure }, requestId: request.id, log: request.log };
}

function fromFastify(error: Error & { statusCode?: number; code?: string }): AppError | null {
  if (!error.code?.startsWith('FST_')) return null;
  if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body must be at most 2 MiB');
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json');
  return new AppError('BAD_USER_INPUT', error.message);
}

/** Sends a response of Yoga: the text of a single result, or a stream of results. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(isStream(response) ? response.body : await response.bytes());
}

function isStream({ headers }: Response): boolean {
  return /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '');
}

/** Returns the operation's label for the log; undefined if the operation cannot run. */
function logLabel({ operation }: Context): string | undefined {
  const prepared = preparedOf(operation);
  return prepared && operationLabel(prepared.operation);
}

/** Reports whether a browser opened the URL, with or without a query in it. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}
