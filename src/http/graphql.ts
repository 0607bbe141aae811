import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { Executor } from '../graphql/executor.js';
import { formatRefusals } from '../graphql/format-errors.js';
import { isRefused } from '../graphql/preparation.js';
import { sendExplorer } from './explorer.js';
import { answer, refusedAnswer, sendGraphqlError } from './graphql-answers.js';
import { parametersOf, parametersOfAddress } from './graphql-parameters.js';
import type { YogaHandler } from './graphql-yoga.js';
import { requestContext, type Shared } from './request-context.js';

/** What serves GraphQL. */
export interface GraphqlParts {
  shared: Shared;
  executor: Executor;
  /** Whether browsers that open the address get the explorer. */
  explorer: boolean;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Largest body of a query, in bytes. */
const bodyLimit = 2_097_152;

/**
 * Serves GraphQL at `/graphql`. Every document is read and checked here; plain JSON then takes the short way to the
 * executor, everything else goes through Yoga.
 */
export function registerGraphql(app: FastifyInstance, { explorer, ...parts }: GraphqlParts): void {
  const handle = compileHandler(parts);
  const open: Handler = async (request, reply) =>
    explorer && wantsPage(request) ? sendExplorer(reply) : handle(request, reply);
  const shared = { url: '/graphql', errorHandler: sendGraphqlError };
  app.route({ ...shared, method: 'POST', bodyLimit, handler: handle });
  app.route({ ...shared, method: 'GET', exposeHeadRoute: false, handler: open });
  app.route({
    ...shared,
    method: 'OPTIONS',
    handler: async (_request, reply) => reply.code(204).header('allow', allow).send(),
  });
  app.route({ ...shared, method: ['HEAD', 'PUT', 'PATCH', 'DELETE'], onRequest: refuseMethod, handler: refuseMethod });
}

function compileHandler({ shared, executor }: Omit<GraphqlParts, 'explorer'>): Handler {
  // Loaded when it is first needed: the short way does without it.
  let yoga: Promise<YogaHandler> | undefined;
  const viaYoga: YogaHandler = async (...request) => {
    yoga ??= import('./graphql-yoga.js').then(({ yogaHandler }) => yogaHandler(executor));
    return (await yoga)(...request);
  };
  return async (request, reply) => {
    const context = await requestContext(shared, request, reply);
    const isGet = request.method === 'GET';
    const { query, operationName, variables } = isGet ? parametersOfAddress(request.query) : parametersOf(request.body);
    const price = executor.priceOf(query, operationName);
    if (price > 0) await context.charge(price);
    const prepared = await executor.prepareText(query, operationName);
    if (isRefused(prepared))
      return answer(request, reply, refusedAnswer(request, formatRefusals(prepared.errors, context)));
    if (isGet && prepared.operation.operation !== 'query') throw onlyByPost(reply);
    if (isGet || wantsStream(request)) return viaYoga({ context, prepared }, request, reply);
    const { refused, ...result } = await executor.run(prepared, { context, variables });
    return answer(request, reply, refused ? refusedAnswer(request, result.errors ?? []) : result);
  };
}

const allow = 'GET, POST, OPTIONS';

/** A link or an image must not be able to change anything: GETs are sent by browsers unasked. */
function onlyByPost(reply: FastifyReply): AppError {
  reply.header('allow', 'POST');
  return new AppError('METHOD_NOT_ALLOWED', 'A mutation must be sent by POST, got GET');
}

async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not one of the methods of /graphql: ${allow}`);
}

/** A browser that opens the address, query in it or not. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}

function wantsStream(request: FastifyRequest): boolean {
  return /text\/event-stream|multipart\/mixed/.test(request.headers.accept ?? '');
}
