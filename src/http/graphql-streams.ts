import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../errors.js';
import { formatFailures } from '../graphql/format-errors.js';
import { resultBytes } from './result-bytes.js';
import { type StreamType, streamTypes } from './stream-types.js';

/** How long streams are still, and how long their readers may be. */
export interface StreamPace {
  /** Milliseconds of silence after which a sign of life is sent. */
  quiet: number;
  /** Milliseconds that a reader may take for what is on its way to it; what it misses it can ask for (`after`). */
  stall: number;
}

/** The pace that is served with. */
export const streamPace: StreamPace = { quiet: 12_000, stall: 30_000 };

/** The first kind of stream that a client accepts; null where it accepts none. */
export function streamTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): StreamType | null {
  const accept = headers.accept ?? '';
  return streamTypes.find(({ mediaType }) => accept.includes(mediaType)) ?? null;
}

/** A result as a stream of one. */
export async function* oneByOne(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** Results, and the event that the latest of them shows. */
interface Streamed {
  results: AsyncIterable<ExecutionResult>;
  pace: StreamPace;
  /** Returns the number of that event; null if there is none. Default: results show no events. */
  eventNumber?: () => number | null;
}

/**
 * Sends results as they come; a client that goes away ends their source.
 * @throws BAD_USER_INPUT where the client accepts no stream
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { results, pace, eventNumber = () => null }: Streamed,
): FastifyReply {
  const type = streamTypeOf(request);
  const source = results[Symbol.asyncIterator]();
  if (!type) {
    void source.return?.();
    throw new AppError('BAD_USER_INPUT', 'The operation returns a stream: accept text/event-stream or multipart/mixed');
  }
  const boundary = type.mediaType === 'multipart/mixed' ? '; boundary="-"' : '; charset=utf-8';
  reply.header('content-type', type.mediaType + boundary).header('cache-control', 'no-cache, no-transform');
  // What nginx, and those who do as it does, take for the wish not to gather the answer.
  reply.header('x-accel-buffering', 'no');
  // A server that stops closes connections that are idle at that moment; this one would be so only behind its stream.
  reply.header('connection', 'close');
  // What waits for a result hears of the end at once; a generator would hear of it behind the next one.
  reply.raw.once('close', () => void source.return?.());
  const [goesOn, gather] = [endWhereStuck(reply, pace), gatheredWrites(reply)];
  const bytes = resultBytes(source, {
    type,
    quiet: pace.quiet,
    eventNumber,
    failed: (error) => ({ errors: formatFailures([error], { requestId: request.id, log: request.log }) }),
    beforeEach(length) {
      goesOn();
      gather(length);
    },
  });
  return reply.send(bytes);
}

/**
 * Cuts a connection whose other end reads no more: nothing is gathered for it beyond what the socket takes. Answers what is
 * told that something more is written, since the reader took what was before.
 */
function endWhereStuck({ raw }: FastifyReply, { stall }: StreamPace): () => void {
  let stuckSince: number | null = null;
  const timer = setInterval(() => {
    if (!raw.writableNeedDrain) stuckSince = null;
    else if (stuckSince === null) stuckSince = Date.now();
    else if (Date.now() - stuckSince >= stall) raw.destroy();
  }, stall / 6);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
  return () => {
    stuckSince = null;
  };
}

/** Milliseconds in which what is written is gathered: results come in bursts, and each write to a socket costs as much as it. */
const gathering = 15;

/** Bytes of a result that are a write of their own. */
const large = 16_384;

/**
 * Says that something is about to be written, which begins to gather it with what follows. It is the socket that gathers: an
 * answer that does would not tell whoever waits for it that it has room again.
 */
function gatheredWrites({ raw: { socket } }: FastifyReply): (length: number) => void {
  let isGathering = false;
  return (length) => {
    if (isGathering || length >= large) return;
    isGathering = true;
    socket?.cork();
    setTimeout(() => {
      isGathering = false;
      socket?.uncork();
    }, gathering);
  };
}
