import type { FastifyReply } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, processRegularResult } from 'graphql-yoga';
import { AppError } from '../../../platform/base/errors.js';
import type { Context } from '../../graphql/execution/context.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { withErrors } from '../../graphql/plugins/use-errors.js';
import { acceptsJson, streamTypeOf } from './accepted.js';
import { resultBytes } from './result-bytes.js';
import type { StreamPace, StreamType } from './stream-types.js';

/**
 * Sends the results of streams as they come, and a single result as a stream if the client accepts nothing else. An event stream
 * also reports refusals of the operation. Yoga's own streams have no numbers of events, and wait for readers that are stuck.
 */
export function useStreams(pace: StreamPace): Plugin {
  return {
    onResultProcess({ result, resultProcessor, serverContext: context, setResultProcessor }) {
      const { request } = context.exchange!;
      const type = streamTypeOf(request);
      const isStream = isAsyncIterable(result);
      if (isStream && !type) throw refuseStream(result as AsyncIterable<ExecutionResult>);
      const asJson = () => setResultProcessor(processRegularResult, 'application/json');
      // Whoever accepts nothing that there is gets JSON: an error that nobody can read helps less.
      if (!type || (!isStream && acceptsJson(request))) return resultProcessor ? undefined : asJson();
      if (!isStream && isJson(result as ExecutionResult, type)) return asJson();
      const results = (isStream ? result : oneByOne(result as ExecutionResult)) as AsyncIterable<ExecutionResult>;
      setResultProcessor(
        (_result, fetchAPI) => new fetchAPI.Response(...streamed({ results, pace, type }, context)),
        type.mediaType,
      );
    },
  };
}

/** Statuses below 500 that are about the request rather than its operation. */
const httpStatuses = [401, 405, 406, 413, 415, 429, 431];

/**
 * Whether a client that accepts a stream alone gets a result as JSON: refusals, but for those of an operation in an event stream.
 * The clients of those cannot read the body of a refused request.
 */
function isJson({ errors, data }: ExecutionResult, { mediaType }: StreamType): boolean {
  const status = (errors?.[0]?.extensions.http as { status?: number } | undefined)?.status ?? 200;
  const isOfRequest = status >= 500 || httpStatuses.includes(status);
  return data === undefined && (isOfRequest || mediaType !== 'text/event-stream');
}

function refuseStream(results: AsyncIterable<ExecutionResult>): AppError {
  void results[Symbol.asyncIterator]().return?.();
  return new AppError('NOT_ACCEPTABLE', 'The operation returns a stream: accept text/event-stream or multipart/mixed');
}

/** A result as a stream of one. */
async function* oneByOne(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** Results that are sent as they come. */
interface Streamed {
  results: AsyncIterable<ExecutionResult>;
  pace: StreamPace;
  type: StreamType;
}

/** Body and headers of the response that sends results; a client that goes away ends their source. */
function streamed({ results, pace, type }: Streamed, context: Context): [ReadableStream, ResponseInit] {
  const { reply } = context.exchange!;
  const source = results[Symbol.asyncIterator]();
  // What waits for a result hears of the end at once; a generator would hear of it after the next one.
  reply.raw.once('close', () => void source.return?.());
  const [goesOn, gather] = [endWhereStuck(reply, pace), gatheredWrites(reply)];
  const bytes = resultBytes(source, {
    type,
    quiet: pace.quiet,
    eventNumber: () => context.eventNumber,
    // What breaks a stream off comes as its last result.
    shown: (result) => withErrors(result, context),
    beforeEach(length) {
      goesOn();
      gather(length);
    },
  });
  const boundary = type.mediaType === 'multipart/mixed' ? '; boundary="-"' : '; charset=utf-8';
  const headers = {
    'content-type': type.mediaType + boundary,
    'cache-control': 'no-cache, no-transform',
    // What nginx, and those who do as it does, take for the wish not to gather the answer.
    'x-accel-buffering': 'no',
    // A server that stops closes connections that are idle at that moment; this one would be so only after its stream.
    connection: 'close',
  };
  return [bytes as unknown as ReadableStream, { headers }];
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
