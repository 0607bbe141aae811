import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { answerSlowBody } from '../connection/client-errors.js';

/** What a request must keep to while it comes: its head in whole, its body from the second window on. */
export interface RequestPace {
  /** Milliseconds for the head. */
  head: number;
  /** Milliseconds of a window. */
  window: number;
  /** Fewest bytes that a window brings of a body that is not at its end. */
  bytes: number;
}

/** The limits that are served with. */
export const requestPace: RequestPace = { head: 15_000, window: 15_000, bytes: 65_536 };

/** A hook for `onRequest`: ends requests whose body drips, and closes their connections. */
export function endSlowBodies(pace: RequestPace): onRequestHookHandler {
  return (request, reply, done) => {
    // A request that is injected, and not sent, is neither complete nor incomplete.
    if (request.raw.complete === false && hasBody(request)) watch(request, reply, pace);
    done();
  };
}

/** Whether the head of a request announces a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch({ raw, id, notes }: FastifyRequest, reply: FastifyReply, { window, bytes }: RequestPace): void {
  const { socket } = raw;
  let least = 0;
  const look = (): void => {
    if (raw.complete) return;
    if (socket.bytesRead >= least) {
      least = socket.bytesRead + bytes;
      timer = setTimeout(look, window);
    } else if (reply.raw.headersSent) socket.destroy();
    else {
      notes.status = 408;
      answerSlowBody(socket, id);
    }
  };
  let timer = setTimeout(look, window);
  raw.once('close', () => clearTimeout(timer));
}
