import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../errors.js';
import { formatFailures } from '../graphql/format-errors.js';
import { printAnswer } from '../graphql/introspection.js';
import { aliveBetween } from './alive-between.js';

/** How long streams are still, and how long their readers may be. */
export interface StreamPace {
  /** Milliseconds without a result after which it is said that there is none yet. */
  quiet: number;
  /** Milliseconds that a reader may take for what is on its way to it; what it misses it can ask for (`after`). */
  stall: number;
}

/** The pace that is served with. */
export const streamPace: StreamPace = { quiet: 12_000, stall: 30_000 };

/** How results are written one after the other. */
export interface StreamType {
  mediaType: string;
  /** What comes before the first result; browsers do not tell of a stream until something of it is there. */
  begin: string;
  /** What is sent now and then while there is no result, which readers pass over: proxies end connections that are still. */
  alive: string | null;
  /** What stands before each result, whose bytes are so many, and behind it. */
  around: (length: number) => [string, string];
  end: string;
}

const streamTypes: readonly StreamType[] = [
  {
    mediaType: 'text/event-stream',
    begin: ':\n\n',
    alive: ':\n\n',
    around: () => ['event: next\ndata: ', '\n\n'],
    end: 'event: complete\ndata:\n\n',
  },
  {
    mediaType: 'multipart/mixed',
    begin: '\r\n---',
    alive: null,
    around: (length) => [
      `\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n`,
      '\r\n---',
    ],
    end: '--\r\n',
  },
];

/** The first kind of stream that a client accepts; null where it accepts none. */
export function streamTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): StreamType | null {
  const accept = headers.accept ?? '';
  return streamTypes.find(({ mediaType }) => accept.includes(mediaType)) ?? null;
}

/** A result as a stream of one. */
export async function* oneByOne(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/**
 * Sends results as they come; a client that goes away ends their source.
 * @throws BAD_USER_INPUT where the client accepts no stream
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { results, pace }: { results: AsyncIterable<ExecutionResult>; pace: StreamPace },
): FastifyReply {
  const type = streamTypeOf(request);
  const source = results[Symbol.asyncIterator]();
  if (!type) {
    void source.return?.();
    throw new AppError('BAD_USER_INPUT', 'The answer is a stream: accept text/event-stream or multipart/mixed');
  }
  const boundary = type.mediaType === 'multipart/mixed' ? '; boundary="-"' : '; charset=utf-8';
  reply.header('content-type', type.mediaType + boundary).header('cache-control', 'no-cache, no-transform');
  // What nginx, and those who do as it does, take for the wish not to gather the answer.
  reply.header('x-accel-buffering', 'no');
  // A server that stops closes connections that are idle at that moment; this one would be so only behind its stream.
  reply.header('connection', 'close');
  // What waits for a result hears of the end at once; a generator would hear of it behind the next one.
  reply.raw.once('close', () => void source.return?.());
  endWhereStuck(reply, pace);
  const alive = aliveBetween(masked(request, { [Symbol.asyncIterator]: () => source }), pace.quiet);
  const chunks = written(type, alive);
  return reply.send(Readable.from(chunks, { objectMode: false }));
}

/** Cuts a connection whose other end reads no more: nothing is gathered for it beyond what the socket takes. */
function endWhereStuck({ raw }: FastifyReply, { stall }: StreamPace): void {
  let stuckSince: number | null = null;
  const timer = setInterval(() => {
    if (!raw.writableNeedDrain) stuckSince = null;
    else if (stuckSince === null) stuckSince = Date.now();
    else if (Date.now() - stuckSince >= stall) raw.destroy();
  }, stall / 6);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

async function* written(
  { begin, alive, around, end }: StreamType,
  results: AsyncIterable<ExecutionResult | null>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(begin);
  for await (const result of results) {
    if (result === null) {
      if (alive !== null) yield Buffer.from(alive);
      continue;
    }
    const printed = Buffer.from(await printAnswer(result));
    const [before, behind] = around(printed.length);
    yield Buffer.concat([Buffer.from(before), printed, Buffer.from(behind)]);
  }
  yield Buffer.from(end);
}

/** The results, and what breaks their source off as the last of them. */
async function* masked(
  { id, log }: FastifyRequest,
  results: AsyncIterable<ExecutionResult>,
): AsyncGenerator<ExecutionResult> {
  try {
    yield* results;
  } catch (error) {
    yield { errors: formatFailures([error as Error], { requestId: id, log }) };
  }
}
