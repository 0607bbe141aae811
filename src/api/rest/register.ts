import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { AppError, deletedAfterChange, notFound } from '../../platform/base/errors.js';
import { createCallHandler } from './call-operation.js';
import { createPathMatcher, type MatchedPath, type Route, routerPaths } from './documents/routes.js';
import type { RestEndpoint } from './endpoints.js';
import type { RestOperation } from './operation.js';
import type { RequestParts } from './requests/requests.js';
import { sendTagged, type Tagged } from './responses/etags.js';

/** One call of an operation. */
export interface Call<Context> {
  variables: Record<string, unknown>;
  context: Context;
}

/** Functions that the engine needs from the application. */
export interface RestOptions<Prepared, Context> {
  endpoints: readonly RestEndpoint[];
  /**
   * Prepares a document for the executor. Called once per document, on the first call of its operation.
   * @param isPaid whether another document runs first in the same call and pays for the call
   */
  prepare: (document: DocumentNode, isPaid?: boolean) => Prepared;
  run: (prepared: Prepared, call: Call<Context>) => Promise<ExecutionResult>;
  /** Authenticates a request by its method, URL and headers, before the body is read. */
  contextOf: (request: FastifyRequest, reply: FastifyReply, route: Route) => Context | Promise<Context>;
  /**
   * Charges callers for processed text. `paid` returns the number of bytes that a call has already paid for, `pay`
   * charges for more.
   * @throws AppError if the caller cannot pay
   */
  payment: { paid: (context: Context) => number; pay: (context: Context, bytes: number) => Promise<void> };
}

/**
 * Registers the routes of all stored operations. Other methods on their paths return 405 with `Allow`. Routes throw
 * AppError or the error of the execution, which the application's error handler prints. The application's router needs
 * a `maxParamLength` of 4096, so that the limits of paths and ids apply before it.
 */
export function registerRest<Prepared, Context>(app: FastifyInstance, options: RestOptions<Prepared, Context>): void {
  const { endpoints } = options;
  app.decorateRequest(contextKey, null);
  for (const endpoint of endpoints) {
    const handlers = createHandlers(endpoint, options);
    const { id, method, path, bodyLimit } = endpoint.route;
    for (const url of routerPaths(endpoint.route)) {
      app.route({
        method,
        url,
        ...handlers,
        exposeHeadRoute: true,
        ...(bodyLimit && { bodyLimit }),
        config: { operationId: id, path, bodyTask: () => endpoint.operation().bodyTask } as object,
      });
    }
  }
  let served: ReturnType<typeof createPathMatcher> | undefined;
  // Runs before the body is read, because the response does not depend on the body.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    served ??= createPathMatcher(endpoints.map(({ route }) => route));
    refuseMethod(served(request.url.split('?', 1)[0]!), request, reply);
  });
}

/**
 * Property of a request that contains its context. A WeakMap with an entry per request would be expensive for the
 * garbage collector.
 */
const contextKey = Symbol('context');

type Contextual<Context> = FastifyRequest & { [contextKey]: Context };

interface Handlers {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Creates the handlers of an endpoint. The context is created before the body is read, so that the body of a request
 * without a valid token is never read.
 */
function createHandlers<Prepared, Context>(
  { route, operation }: RestEndpoint,
  options: RestOptions<Prepared, Context>,
): Handlers {
  const answerTo = createCallHandler(operation, options);
  const last = route.parameters.at(-1);
  const parameter = last === route.rest ? '*' : last;
  const onRequest: Handlers['onRequest'] = async (request, reply) => {
    (request as Contextual<Context>)[contextKey] = await options.contextOf(request, reply, route);
  };
  const handler: Handlers['handler'] = async (request, reply) => {
    try {
      return await respond(request, reply);
    } catch (error) {
      if (route.method === 'DELETE' && isNotFound(error)) return reply.code(204).send();
      throw error;
    }
  };
  const respond: Handlers['handler'] = async (request, reply) => {
    const context = (request as Contextual<Context>)[contextKey];
    const answer = await answerTo({ variables: operation().read(request as RequestParts), context });
    if ('errors' in answer) throw withWireName(firstCause(answer.errors), operation());
    if ('missing' in answer && operation().node.operation === 'mutation') throw deletedAfterChange('object');
    if ('missing' in answer)
      throw missingError(route.rest !== undefined, parameter && (request as RequestParts).params[parameter]);
    const { status, body, revision } = answer;
    reply.code(status);
    if (body === undefined) return reply.send();
    reply.header('content-type', 'application/json; charset=utf-8');
    return revision === undefined ? reply.send(body) : sendTagged(request, reply, answer as Tagged);
  };
  return { onRequest, handler };
}

/**
 * Reports whether the object does not exist or the caller may not see it. DELETE then returns 204, because it is
 * documented as idempotent.
 */
function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

/**
 * Returns the first AppError, or the first error if there is none. The error handler masks errors that are not
 * AppErrors.
 */
function firstCause(errors: NonNullable<ExecutionResult['errors']>): Error {
  const causes = errors.map(originalCause);
  return causes.find((cause) => cause instanceof AppError) ?? causes[0]!;
}

function originalCause(error: Error): Error {
  const { originalError } = error as { originalError?: Error };
  return originalError ? originalCause(originalError) : error;
}

/** Returns the error with the field's name in the request body, if the GraphQL input has another name for it. */
function withWireName(error: Error, { variables }: RestOperation): Error {
  if (!(error instanceof AppError)) return error;
  const [field = ''] = error.detail.field?.match(/^\w+/) ?? [];
  const sent = variables.find(({ name, place, wireName }) => name === field && place === 'body' && wireName !== name);
  if (!sent) return error;
  return new AppError(error.code, error.message.replace(`\`${field}`, `\`${sent.wireName}`), error.detail);
}

/**
 * Returns the error for a missing result. The message contains the last part of the path: an id, or a path if `isPath`.
 */
function missingError(isPath: boolean, part: string | undefined): AppError {
  if (part === undefined) return new AppError('NOT_FOUND', 'No such object');
  return isPath ? new AppError('NOT_FOUND', `Nothing at the path ${JSON.stringify(part)}`) : notFound('object', part);
}

/**
 * Refuses a method on a path that has other methods.
 * @throws METHOD_NOT_ALLOWED
 */
function refuseMethod(served: MatchedPath | null, { method }: FastifyRequest, reply: FastifyReply): void {
  if (!served || served.methods.includes(method)) return;
  const allow = served.methods.join(', ');
  reply.header('allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${method} is not one of the methods of ${served.path}: ${allow}`);
}
