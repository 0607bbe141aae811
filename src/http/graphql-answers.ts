import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import type { Context } from '../graphql/context.js';
import { formatFailures } from '../graphql/format-errors.js';
import { printAnswer } from '../graphql/introspection.js';
import type { Answered } from './graphql-readings.js';
import { oneByOne, type StreamPace, sendStream, streamPace, streamTypeOf } from './graphql-streams.js';
import { brokenOff } from './json-body.js';
import { noteErrors } from './request-log.js';
import { headersOf } from './server.js';

const graphqlResponse = 'application/graphql-response+json';

/**
 * Sends the result of a call in the media type that the client prefers: the results of a stream as they come, and a single one
 * as a stream if the client accepts nothing else. An event stream also reports refusals of the operation.
 */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { result, pace, context }: { result: Answered; pace: StreamPace; context: Pick<Context, 'eventNumber'> },
): FastifyReply | Promise<FastifyReply> {
  if ('json' in result) return withType(request, reply).send(result.json);
  if (!isStream(result)) noteErrors(request, codesOf(result.errors));
  if (isStream(result))
    return sendStream(request, reply, { results: result, pace, eventNumber: () => context.eventNumber });
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

/**
 * Statuses below 500 that are about the HTTP request rather than its operation. An event stream reports all other refusals as
 * its result: its clients cannot read the body of a refused request.
 */
const httpStatuses = [401, 405, 406, 413, 415, 429, 431];

function isOfOperation(status: number): boolean {
  return status < 500 && !httpStatuses.includes(status);
}

function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: readonly GraphQLError[],
): FastifyReply | Promise<FastifyReply> {
  const error = thrownBy(errors);
  if (takesEventsOnly(request) && isOfOperation(error?.status ?? 400)) {
    tellWhenToRetry(reply, error);
    const results = oneByOne({ errors });
    return sendStream(request, reply.code(200), { results, pace: streamPace });
  }
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
  noteErrors(request, codesOf(errors));
  return sendErrors(request, reply.code(thrownBy(errors)!.status), errors);
}

function codesOf(errors: readonly GraphQLError[] = []): string[] {
  return errors.map(({ extensions }) => String(extensions.code));
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

/** Whether the client accepts an event stream and nothing else that it could be answered with. */
function takesEventsOnly(request: FastifyRequest): boolean {
  return streamTypeOf(request)?.mediaType === 'text/event-stream' && !acceptsJson(request);
}

/** Whether the client prefers the media type of GraphQL over HTTP to plain JSON. */
function speaksGraphql(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const own = accept.indexOf(graphqlResponse);
  const json = accept.indexOf('application/json');
  return own >= 0 && (json < 0 || own < json);
}
