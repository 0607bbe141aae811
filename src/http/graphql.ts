import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { Executor } from '../graphql/executor.js';
import type { Params } from '../graphql/params.js';
import { isRefused } from '../graphql/preparation.js';
import { sendExplorer } from './explorer.js';
import { acceptsJson, answer, sendGraphqlError } from './graphql-answers.js';
import { parametersOf, parametersOfAddress } from './graphql-parameters.js';
import { createReadings } from './graphql-readings.js';
import { type StreamPace, streamPace } from './graphql-streams.js';
import { operationLabel } from './operation-label.js';
import { requestContext, type Shared } from './request-context.js';
import { longestName } from './response-cache.js';

/** What serves GraphQL. */
export interface GraphqlParts {
  shared: Shared;
  executor: Executor;
  /** Whether browsers that open the address get the explorer. */
  explorer: boolean;
  /** Default: the pace that is served with. */
  pace?: StreamPace | undefined;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Largest body of a query, in bytes. */
const bodyLimit = 2_097_152;

/** Serves GraphQL at `/graphql`: all ways of asking lead through the executor. */
export function registerGraphql(app: FastifyInstance, { explorer, ...parts }: GraphqlParts): void {
  const handle = answerer(parts);
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

function answerer({ shared, executor, pace = streamPace }: Omit<GraphqlParts, 'explorer'>): Handler {
  const reading = createReadings();
  return async (request, reply) => {
    const context = await requestContext(shared, request, reply);
    const isGet = request.method === 'GET';
    const params: Params = isGet
      ? { ...parametersOfAddress(request.query), readsOnly: true }
      : parametersOf(request.body);
    request.notes.operation = () => labelOf(params.operation ?? executor.find(params));
    const run = () => executor.run(params, context);
    const mayBeKnown = acceptsJson(request) && !isLong(request) && !executor.isWatched;
    const result = await (mayBeKnown ? reading({ params, context }, run) : run());
    return answer(request, reply, { result, pace, context });
  };
}

/** How the log names what a call was found to be; undefined for what cannot be run. */
function labelOf(found: ReturnType<Executor['find']>): string | undefined {
  return found && !isRefused(found) ? operationLabel(found.operation) : undefined;
}

/** Whether what a request asks for may be too long to be told; who sends it in pieces does not say. */
function isLong({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && !(Number(headers['content-length']) <= longestName);
}

const allow = 'GET, POST, OPTIONS';

async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not one of the methods of /graphql: ${allow}`);
}

/** A browser that opens the address, query in it or not. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}
