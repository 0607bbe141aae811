import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import { formatFailures } from '../graphql/format-errors.js';
import { printAnswer } from '../graphql/introspection.js';
import type { Answered } from './graphql-readings.js';
import { oneByOne, type StreamPace, sendStream, streamTypeOf } from './graphql-streams.js';
import { brokenOff } from './json-body.js';
import { headersOf } from './server.js';

const graphqlResponse = 'application/graphql-response+json';

/**
 * Sends what a call came to, in the media type that the client prefers: results of a stream as they come, and a single one
 * so where the client takes nothing else. Refusals are never streams.
 */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { result, pace }: { result: Answered; pace: StreamPace },
): FastifyReply | Promise<FastifyReply> {
  if ('json' in result) return withType(request, reply).send(result.json);
  if (isStream(result)) return sendStream(request, reply, { results: result, pace });
  if (result.data === undefined) return sendRefusal(request, reply, result.errors ?? []);
  if (streamTypeOf(request) !== null && !acceptsJson(request))
    return sendStream(request, reply, { results: oneByOne(result), pace });
  tellWhenToRetry(reply, thrownBy(result.errors));
  return send(request, reply, result);
}

/** Errors of fields, too, which come with 200: the database was away for them. Their other headers are for refusals alone. */
function tellWhenToRetry(reply: FastifyReply, error: AppError | undefined): void {
  const { 'retry-after': seconds } = error ? headersOf(error) : {};
  if (seconds !== undefined) reply.header('retry-after', seconds);
}

/** GraphQL over HTTP: `application/json` clients get 200 for a well-formed request, the new media type the true status. */
function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: readonly GraphQLError[],
): FastifyReply | Promise<FastifyReply> {
  const status = thrownBy(errors)?.status ?? 400;
  return sendErrors(request, reply.code(speaksGraphql(request) || status !== 400 ? status : 200), errors);
}

function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: readonly GraphQLError[],
): FastifyReply | Promise<FastifyReply> {
  const error = thrownBy(errors);
  if (error) reply.headers(headersOf(error));
  if (error?.code === 'METHOD_NOT_ALLOWED' && !reply.hasHeader('allow')) reply.header('allow', 'POST');
  return send(request, reply, { errors });
}

/** A long answer is sent once it is printed, which takes its turns. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ExecutionResult,
): FastifyReply | Promise<FastifyReply> {
  const printed = printAnswer(body);
  withType(request, reply);
  return printed instanceof Promise ? printed.then((bytes) => reply.send(bytes)) : reply.send(printed);
}

/** Says that an answer is JSON, by the media type that the client prefers. */
function withType(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const type = speaksGraphql(request) ? graphqlResponse : 'application/json';
  return reply.header('content-type', `${type}; charset=utf-8`);
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
  return sendErrors(request, reply.code(thrownBy(errors)!.status), errors);
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

function isStream(result: Answered): result is AsyncIterable<ExecutionResult> {
  return Symbol.asyncIterator in result;
}

/** Whether the client takes an answer that is no stream. */
export function acceptsJson({ headers }: FastifyRequest): boolean {
  return /application\/(graphql-response\+)?json|\*\/\*/.test(headers.accept ?? '*/*');
}

/** Whether the client prefers the media type of GraphQL over HTTP to plain JSON. */
function speaksGraphql(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const own = accept.indexOf(graphqlResponse);
  const json = accept.indexOf('application/json');
  return own >= 0 && (json < 0 || own < json);
}
