import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import type { Metrics } from '../../../platform/metrics/metrics.js';

/** The metrics, and the token that a scrape must send; undefined if none is needed. */
export interface MetricsRoute {
  metrics: Metrics;
  token: string | undefined;
}

const authenticate = { 'www-authenticate': 'Bearer' };

/** Adds `GET /metrics`, which requires the token. */
export function registerMetrics(app: FastifyInstance, { metrics, token }: MetricsRoute): void {
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request.headers, token)) throw new AppError('UNAUTHENTICATED', 'The metrics need their token');
    return reply.type(metrics.contentType).send(await metrics.print());
  });
}

/** Returns the number of open connections of a server. */
export function countConnections({ server }: Pick<FastifyInstance, 'server'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/**
 * Serves only `GET /metrics`, on a port of its own.
 * @throws the error of `listen` if the port cannot be used
 */
export async function listenForMetrics(
  route: MetricsRoute,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(route, request);
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(request.method === 'HEAD' ? '' : body);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** A response on the port for metrics. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function answer({ metrics, token }: MetricsRoute, { url, method, headers }: IncomingMessage): Promise<Answer> {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  if (url?.split('?', 1)[0] !== '/metrics') return { status: 404, headers: plain, body: 'Only /metrics is here\n' };
  if (!['GET', 'HEAD'].includes(method ?? ''))
    return { status: 405, headers: { ...plain, allow: 'GET, HEAD' }, body: 'The method must be GET\n' };
  if (!isAllowed(headers, token))
    return { status: 401, headers: { ...plain, ...authenticate }, body: 'The metrics need their token\n' };
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.print() };
}

/** Reports whether a scrape has the token. The comparison takes the same time for all tokens. */
function isAllowed({ authorization = '' }: IncomingMessage['headers'], token: string | undefined): boolean {
  if (token === undefined) return true;
  return timingSafeEqual(hash(authorization.replace(/^bearer /i, '')), hash(token));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
