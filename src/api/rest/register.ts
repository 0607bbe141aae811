import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { AppError, deletedAfterChange, notFound } from '../../platform/base/errors.js';
import { answering } from './answering.js';
import { type Route, routerPaths, type Served, servedAt } from './documents/routes.js';
import type { RestEndpoint } from './endpoints.js';
import type { RestOperation } from './operation.js';
import type { RequestParts } from './requests/requests.js';
import { sendTagged, type Tagged } from './responses/etags.js';

/** One call of an operation. */
export interface Call<Context> {
  variables: Record<string, unknown>;
  context: Context;
}

/** What the engine needs from the application. */
export interface RestOptions<Prepared, Context> {
  endpoints: readonly RestEndpoint[];
  /**
   * Makes a document ready for the executor; asked once, when its operation is first called. One that `isPaid` is run in a
   * call that another document was run in already, which has taken the price of the call.
   */
  prepare: (document: DocumentNode, isPaid?: boolean) => Prepared;
  run: (prepared: Prepared, call: Call<Context>) => Promise<ExecutionResult>;
  /** Authenticates a request by its head; the body is not read yet. */
  contextOf: (request: FastifyRequest, reply: FastifyReply, route: Route) => Context | Promise<Context>;
  /** What a call pays for texts: how many bytes it has paid for, and paying for more. @throws AppError where it cannot. */
  payment: { paid: (context: Context) => number; pay: (context: Context, bytes: number) => Promise<void> };
}

/**
 * Registers the routes of all stored operations, and 405 with `Allow` for the other methods of its path.
 * Routes throw AppError, or what the execution threw; the application's error handler prints it. The application's
 * router needs `maxParamLength` of 4096 for paths and ids to reach their own limits.
 */
export function registerRest<Prepared, Context>(app: FastifyInstance, options: RestOptions<Prepared, Context>): void {
  const { endpoints } = options;
  app.decorateRequest(contextKey, null);
  for (const endpoint of endpoints) {
    const handlers = handlersOf(endpoint, options);
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
  let served: ReturnType<typeof servedAt> | undefined;
  // Before the body is read: what it holds makes no difference.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    served ??= servedAt(endpoints.map(({ route }) => route));
    refuseMethod(served(request.url.split('?', 1)[0]!), request, reply);
  });
}

/** Where a request keeps its context; a WeakMap with an entry for each request would cost the garbage collector dearly. */
const contextKey = Symbol('context');

type Contextual<Context> = FastifyRequest & { [contextKey]: Context };

interface Handlers {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** The context is made when the head of a request is there: without a valid token no body is read, let alone judged. */
function handlersOf<Prepared, Context>(
  { route, operation }: RestEndpoint,
  options: RestOptions<Prepared, Context>,
): Handlers {
  const answerTo = answering(operation, options);
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
    if ('errors' in answer) throw asSent(causeOf(answer.errors), operation());
    if ('missing' in answer && operation().node.operation === 'mutation') throw deletedAfterChange('object');
    if ('missing' in answer)
      throw missing(route.rest !== undefined, parameter && (request as RequestParts).params[parameter]);
    const { status, body, revision } = answer;
    reply.code(status);
    if (body === undefined) return reply.send();
    reply.header('content-type', 'application/json; charset=utf-8');
    return revision === undefined ? reply.send(body) : sendTagged(request, reply, answer as Tagged);
  };
  return { onRequest, handler };
}

/** Deleting what does not exist, or not for this caller, is done: DELETE is idempotent in the contract, without effect. */
function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

/** The first error that was thrown on purpose, else the first; the error handler masks what it does not know. */
function causeOf(errors: NonNullable<ExecutionResult['errors']>): Error {
  const causes = errors.map(thrown);
  return causes.find((cause) => cause instanceof AppError) ?? causes[0]!;
}

function thrown(error: Error): Error {
  const { originalError } = error as { originalError?: Error };
  return originalError ? thrown(originalError) : error;
}

/** The same error with the name that its field has in the body, if the input of the graph has another one. */
function asSent(error: Error, { variables }: RestOperation): Error {
  if (!(error instanceof AppError)) return error;
  const [field = ''] = error.detail.field?.match(/^\w+/) ?? [];
  const sent = variables.find(({ name, place, wireName }) => name === field && place === 'body' && wireName !== name);
  if (!sent) return error;
  return new AppError(error.code, error.message.replace(`\`${field}`, `\`${sent.wireName}`), error.detail);
}

/** The error of an answer that is not there, by the last part of the path: an id, or a path of its own. */
function missing(isPath: boolean, part: string | undefined): AppError {
  if (part === undefined) return new AppError('NOT_FOUND', 'No such object');
  return isPath ? new AppError('NOT_FOUND', `Nothing at the path ${JSON.stringify(part)}`) : notFound('object', part);
}

/** @throws METHOD_NOT_ALLOWED where an address is served, but not by this method. */
function refuseMethod(served: Served | null, { method }: FastifyRequest, reply: FastifyReply): void {
  if (!served || served.methods.includes(method)) return;
  const allow = served.methods.join(', ');
  reply.header('allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${method} is not one of the methods of ${served.path}: ${allow}`);
}
