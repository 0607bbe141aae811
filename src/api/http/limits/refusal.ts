import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorTable } from '../../../platform/base/errors.js';
import type { Config } from '../../../platform/config/config.js';
import { jsonTypes } from '../bodies/read-bodies.js';
import { commonHeaders } from '../connection/common-headers.js';
import { exposedHeaders } from '../connection/cors.js';
import { strictTransport } from '../connection/strict-transport.js';

/** Responds to a request with 503 `OVERLOADED`. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply) => void;

/** Settings that determine the headers of a refusal. */
export type RefusalConfig = Pick<Config, 'corsOrigins' | 'hsts' | 'publicUrl'>;

/** Maximum number of bytes of an unread body that Node discards to keep the connection. */
const maxDiscarded = 65_536;

/** Error code, status and reason of a refusal. */
const refusal = { code: 'UNAVAILABLE', status: errorTable.UNAVAILABLE.status, reason: 'OVERLOADED' } as const;

/** Creates the error for a request that load shedding refuses after it has begun. */
export function overloaded(): AppError {
  const retryAfter = randomRetryAfter();
  return new AppError(refusal.code, messageOf(retryAfter), { reason: refusal.reason, retryAfter });
}

/** Returns 1 to 5 seconds. Clients get different times, so that they are not all refused again. */
function randomRetryAfter(): number {
  return 1 + Math.floor(Math.random() * 5);
}

function messageOf(retryAfter: number): string {
  return `The server is overloaded; try again in ${retryAfter} s`;
}

/**
 * Creates the function that refuses requests at the lowest cost. It bypasses the hooks, the error handlers and the
 * serialization of Fastify. It creates no error, because the stack of an error costs time. The response has the headers
 * and the body of other errors.
 */
export function createRefusal(config: RefusalConfig): Refuse {
  const hstsFor = strictTransport(config);
  const corsFor = corsHeaders(config.corsOrigins);
  return (request, reply) => {
    const retryAfter = randomRetryAfter();
    const [type, body] = bodyOf(messageOf(retryAfter), request);
    const hsts = hstsFor(request);
    reply.hijack();
    reply.raw.writeHead(refusal.status, {
      ...commonHeaders,
      'x-request-id': request.id,
      ...(hsts !== null && { 'strict-transport-security': hsts }),
      ...corsFor(request.headers.origin),
      'retry-after': String(retryAfter),
      'content-type': `${type}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      ...(isLong(request) && { connection: 'close' }),
    });
    reply.raw.end(body);
  };
}

/** Returns the media type and the text of a refusal, in the format of GraphQL or in that of REST. */
function bodyOf(message: string, { id, headers, routeOptions }: FastifyRequest): [string, string] {
  const { code, status, reason } = refusal;
  if (routeOptions.url !== '/graphql') return [json, JSON.stringify({ error: { code: status, message } })];
  const type = headers.accept?.includes(graphqlResponse) ? graphqlResponse : json;
  return [type, JSON.stringify({ errors: [{ message, extensions: { code, reason, requestId: id } }] })];
}

const [json, graphqlResponse] = jsonTypes;

/**
 * Creates the function that returns the headers with which `@fastify/cors` responds to an origin, except for preflight
 * requests.
 */
function corsHeaders(allowed: readonly string[]): (origin: string | undefined) => Record<string, string> {
  const origins = new Set(allowed);
  const always: Record<string, string> =
    origins.size > 0 ? { vary: 'Origin', 'access-control-expose-headers': exposedHeaders.join(', ') } : {};
  return (origin) =>
    origin !== undefined && origins.has(origin) ? { ...always, 'access-control-allow-origin': origin } : always;
}

/** Reports whether the body of a request is so long, or of unknown length, that closing the connection costs less. */
function isLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDiscarded;
}
