import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { answerSlowBody } from '../connection/client-errors.js';

/**
 * Minimum speed of a request. `head` limits the time of the headers; the speed of the body is checked from the second
 * window on.
 */
export interface RequestPace {
  /** Maximum time for all headers, in milliseconds. */
  head: number;
  /** Length of a window, in milliseconds. */
  window: number;
  /** Minimum number of bytes per window, unless the body ends. */
  bytes: number;
}

/** Minimum speed in production. */
export const requestPace: RequestPace = { head: 15_000, window: 15_000, bytes: 65_536 };

/** Creates an `onRequest` hook that ends requests whose body is too slow, and closes their connections. */
export function endSlowBodies(pace: RequestPace): onRequestHookHandler {
  return (request, reply, done) => {
    // `complete` is undefined in a request that tests inject, so its body is not watched.
    if (request.raw.complete === false && hasBody(request)) watch(request, reply, pace);
    done();
  };
}

/** Reports whether the headers of a request announce a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(request: FastifyRequest, reply: FastifyReply, { window, bytes }: RequestPace): void {
  const { raw, id } = request;
  const { socket } = raw;
  let least = 0;
  const look = (): void => {
    if (raw.complete) return;
    if (socket.bytesRead >= least) {
      least = socket.bytesRead + bytes;
      timer = setTimeout(look, window);
    } else if (reply.raw.headersSent) socket.destroy();
    else {
      request.notes.status = 408;
      answerSlowBody(socket, id);
    }
  };
  let timer = setTimeout(look, window);
  raw.once('close', () => clearTimeout(timer));
}
