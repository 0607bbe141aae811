import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import type { Context } from '../graphql/context.js';
import { type Executor, isRefused } from '../graphql/executor.js';
import { formatFailures, formatRefusals } from '../graphql/format-errors.js';
import { sendExplorer } from './explorer.js';
import { parametersOf } from './graphql-parameters.js';
import { yogaHandler } from './graphql-yoga.js';
import { requestContext, type Shared } from './request-context.js';

/** What serves GraphQL. */
export interface GraphqlParts {
  shared: Shared;
  executor: Executor;
  /** Whether browsers that open the address get the explorer. */
  explorer: boolean;
}

/** Serves GraphQL at `/graphql`: plain JSON takes the short way to the executor, everything else goes through Yoga. */
export function registerGraphql(app: FastifyInstance, { shared, executor, explorer }: GraphqlParts): void {
  const viaYoga = yogaHandler(executor);
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (explorer && wantsPage(request)) return sendExplorer(reply);
    const context = await requestContext(shared, request, reply).catch((error: unknown) => error as AppError);
    if (context instanceof AppError) return answer(request, reply, { errors: [context], status: context.status });
    if (context instanceof Error) throw context;
    if (request.method === 'POST' && !wantsStream(request)) return shortWay({ executor, context }, request, reply);
    return viaYoga(context, request, reply);
  };
  app.route({ method: 'POST', url: '/graphql', bodyLimit: 2_097_152, handler: handle, errorHandler: sendGraphqlError });
  app.route({ method: ['GET', 'OPTIONS'], url: '/graphql', handler: handle, errorHandler: sendGraphqlError });
}

interface Answer {
  data?: unknown;
  errors?: readonly Error[];
  extensions?: unknown;
  /** Set where the request was refused before execution. */
  status?: number;
}

interface Running {
  executor: Executor;
  context: Context;
}

async function shortWay(running: Running, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { executor, context } = running;
  const parameters = parametersOf(request.body);
  if (parameters instanceof Error)
    return answer(request, reply, { errors: formatFailures([parameters], context), status: 400 });
  const prepared = executor.prepareText(parameters.query, parameters.operationName);
  if (isRefused(prepared))
    return answer(request, reply, refusedAnswer(request, formatRefusals(prepared.errors, context)));
  const { refused, ...result } = await executor.run(prepared, { context, variables: parameters.variables });
  return answer(request, reply, refused ? refusedAnswer(request, result.errors ?? []) : result);
}

const graphqlResponse = 'application/graphql-response+json';

/** GraphQL over HTTP: `application/json` clients get 200 for a well-formed request, the new media type the true status. */
function refusedAnswer(request: FastifyRequest, errors: readonly GraphQLError[]): Answer {
  const status = (errors[0]?.originalError as AppError | undefined)?.status ?? 400;
  return { errors, status: speaksGraphql(request) || status >= 429 ? status : 200 };
}

function answer(request: FastifyRequest, reply: FastifyReply, { status, ...body }: Answer): FastifyReply {
  const errors = body.errors?.map((error) => (error instanceof AppError ? plain(error, request) : error));
  const retryAfter = (body.errors?.[0] as { originalError?: AppError } | undefined)?.originalError?.detail?.retryAfter;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply
    .code(status ?? 200)
    .header('content-type', `${speaksGraphql(request) ? graphqlResponse : 'application/json'}; charset=utf-8`);
  return reply.send(JSON.stringify(errors ? { ...body, errors } : body));
}

function plain(error: AppError, request: FastifyRequest): GraphQLError {
  const { retryAfter: _, ...detail } = error.detail;
  return new GraphQLError(error.message, { extensions: { code: error.code, ...detail, requestId: request.id } });
}

/** Errors before the handler (a broken body, one too large) in the shape of GraphQL. */
function sendGraphqlError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const known = error instanceof AppError ? error : fastifyError(error);
  if (!known) throw error;
  answer(request, reply, { errors: [known], status: known.status });
}

function fastifyError(error: { statusCode?: number; code?: string; message: string }): AppError | null {
  if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body must be at most 2 MiB');
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json');
  return error.code?.startsWith('FST_') ? new AppError('BAD_USER_INPUT', error.message) : null;
}

/** A browser that opens the address, query in it or not. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

function wantsStream(request: FastifyRequest): boolean {
  return /text\/event-stream|multipart\/mixed/.test(request.headers.accept ?? '');
}

/** Whether the client prefers the media type of GraphQL over HTTP to plain JSON. */
function speaksGraphql(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const own = accept.indexOf(graphqlResponse);
  const json = accept.indexOf('application/json');
  return own >= 0 && (json < 0 || own < json);
}
