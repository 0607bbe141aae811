import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { packageVersion } from '../../platform/base/package-path.js';
import { openSelfCheck, selfCheckHeader } from '../../platform/secrets/self-check.js';
import { noSuchPath } from './connection/request-path.js';

/** Facts about a request as it arrived at the server, after all proxies. */
export interface SelfCheckFacts {
  /** The nonce of the request, which proves that the response is not an older one. */
  nonce: string;
  version: string;
  /** Address of the connection: that of the last proxy, if there is one. */
  peer: string;
  /** Whether a proxy reports the address of the client (`X-Forwarded-For`). */
  isForwarded: boolean;
  /** Whether the server trusts that proxy. */
  isTrusted: boolean;
  /** Header `Host`. */
  host: string;
  /** Header `X-Forwarded-Host`; null if it is absent. */
  forwardedHost: string | null;
  /** Length of the text in the body. */
  bodyLength: number;
}

/** Path that `docgraph doctor` calls to ask a server about the proxies in front of it. */
export const selfCheckPath = '/self-check';

/** Milliseconds between the two events of a response. A proxy that buffers responses delivers them together. */
const pauseMs = 700;

/** Maximum size of a body, as for GraphQL. */
const bodyLimit = 2_097_152;

/**
 * Adds `POST /self-check`, which reports what a request looks like after all proxies, as two server-sent events. Only
 * requests that are signed with the secret of the server are answered; for others, the path does not exist.
 */
export function registerSelfCheck(app: FastifyInstance, secret: string): void {
  const nonceOf = ({ headers }: FastifyRequest): string | null => openSelfCheck(secret, headers[selfCheckHeader]);
  app.post(selfCheckPath, {
    bodyLimit,
    onRequest: async (request) => {
      if (nonceOf(request) === null) throw noSuchPath(request);
    },
    handler: async (request, reply) => {
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store');
      reply.header('x-accel-buffering', 'no');
      return reply.send(Readable.from(events(factsOf(request, nonceOf(request) ?? ''))));
    },
  });
}

async function* events(facts: SelfCheckFacts): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`event: facts\ndata: ${JSON.stringify(facts)}\n\n`);
  await sleep(pauseMs);
  yield Buffer.from('event: end\ndata: {}\n\n');
}

function factsOf({ headers, ips, socket, body }: FastifyRequest, nonce: string): SelfCheckFacts {
  return {
    nonce,
    version: packageVersion(),
    peer: socket.remoteAddress ?? '',
    isForwarded: headers['x-forwarded-for'] !== undefined,
    // With a trusted proxy, the list also has the address that it reports.
    isTrusted: (ips?.length ?? 0) > 1,
    host: headers.host ?? '',
    forwardedHost: `${headers['x-forwarded-host'] ?? ''}` || null,
    bodyLength: typeof body === 'string' ? body.length : 0,
  };
}
