import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../errors.js';
import { formatFailures } from '../graphql/format-errors.js';
import { printAnswer } from '../graphql/introspection.js';

/** How results are written one after the other. */
export interface StreamType {
  mediaType: string;
  /** What comes before the first result; browsers do not tell of a stream until something of it is there. */
  begin: string;
  /** What stands before each result, whose bytes are so many, and behind it. */
  around: (length: number) => [string, string];
  end: string;
}

const streamTypes: readonly StreamType[] = [
  {
    mediaType: 'text/event-stream',
    begin: ':\n\n',
    around: () => ['event: next\ndata: ', '\n\n'],
    end: 'event: complete\ndata:\n\n',
  },
  {
    mediaType: 'multipart/mixed',
    begin: '\r\n---',
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
  results: AsyncIterable<ExecutionResult>,
): FastifyReply {
  const type = streamTypeOf(request);
  if (!type)
    throw new AppError('BAD_USER_INPUT', 'The answer is a stream: accept text/event-stream or multipart/mixed');
  const boundary = type.mediaType === 'multipart/mixed' ? '; boundary="-"' : '; charset=utf-8';
  reply.header('content-type', type.mediaType + boundary).header('cache-control', 'no-cache');
  return reply.send(Readable.from(written(type, masked(request, results)), { objectMode: false }));
}

async function* written(
  { begin, around, end }: StreamType,
  results: AsyncIterable<ExecutionResult>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(begin);
  for await (const result of results) {
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
