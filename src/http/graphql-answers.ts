import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import { formatFailures } from '../graphql/format-errors.js';
import { printAnswer } from '../graphql/introspection.js';
import { brokenOff } from './json-body.js';

/** An answer of GraphQL, with the status where the request was refused before execution. */
export interface Answer {
  data?: unknown;
  errors?: readonly GraphQLError[];
  extensions?: unknown;
  status?: number;
}

const graphqlResponse = 'application/graphql-response+json';

/** GraphQL over HTTP: `application/json` clients get 200 for a well-formed request, the new media type the true status. */
export function refusedAnswer(request: FastifyRequest, errors: readonly GraphQLError[]): Answer {
  const status = thrownBy(errors)?.status ?? 400;
  return { errors, status: speaksGraphql(request) || status >= 429 ? status : 200 };
}

/** Sends an answer in the media type that the client prefers; a long one once it is printed, which takes its turns. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...body }: Answer,
): FastifyReply | Promise<FastifyReply> {
  const error = thrownBy(body.errors);
  if (error?.detail.retryAfter !== undefined) reply.header('retry-after', String(error.detail.retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const type = speaksGraphql(request) ? graphqlResponse : 'application/json';
  reply.code(status ?? 200).header('content-type', `${type}; charset=utf-8`);
  const printed = printAnswer(body);
  return printed instanceof Promise ? printed.then((bytes) => reply.send(bytes)) : reply.send(printed);
}

/** Sends what was thrown before execution (a bad token, a broken body, one too large) in the shape of GraphQL. */
export function sendGraphqlError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const errors = formatFailures([brokenOff(error) ?? fromFastify(error) ?? error], {
    requestId: request.id,
    log: request.log,
  });
  return answer(request, reply, { errors, status: thrownBy(errors)!.status });
}

function fromFastify(error: { statusCode?: number; code?: string; message: string }): AppError | null {
  if (!error.code?.startsWith('FST_')) return null;
  if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body must be at most 2 MiB');
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json');
  return new AppError('BAD_USER_INPUT', error.message);
}

/** The error of ours below the first one, where it is ours. */
function thrownBy(errors: readonly GraphQLError[] = []): AppError | undefined {
  const error = errors[0]?.originalError;
  return error instanceof AppError ? error : undefined;
}

/** Whether the client prefers the media type of GraphQL over HTTP to plain JSON. */
function speaksGraphql(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const own = accept.indexOf(graphqlResponse);
  const json = accept.indexOf('application/json');
  return own >= 0 && (json < 0 || own < json);
}
