import type { FastifyReply } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, processRegularResult } from 'graphql-yoga';
import { AppError } from '../../../platform/base/errors.js';
import type { Context } from '../../graphql/execution/context.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { withErrors } from '../../graphql/plugins/use-errors.js';
import { acceptsJson, streamTypeOf } from './accept-header.js';
import { resultBytes } from './result-bytes.js';
import type { StreamPace, StreamType } from './stream-types.js';

/**
 * Sends the results of subscriptions as a stream, and a single result as a stream if the client accepts only streams.
 * An event stream also reports refusals of the operation. Yoga's own streams have no event numbers, and wait for
 * readers that are stuck.
 */
export function useStreams(pace: StreamPace): Plugin {
  return {
    onResultProcess({ result, resultProcessor, serverContext: context, setResultProcessor }) {
      const { request } = context.exchange!;
      const type = streamTypeOf(request);
      const isStream = isAsyncIterable(result);
      if (isStream && !type) throw refuseStream(result as AsyncIterable<ExecutionResult>);
      const asJson = () => setResultProcessor(processRegularResult, 'application/json');
      // A client that accepts no available type gets JSON. It can read this more easily than an error in no format.
      if (!type || (!isStream && acceptsJson(request))) return resultProcessor ? undefined : asJson();
      if (!isStream && isJson(result as ExecutionResult, type)) return asJson();
      const results = (isStream ? result : singleEvent(result as ExecutionResult)) as AsyncIterable<ExecutionResult>;
      setResultProcessor(
        (_result, fetchAPI) => new fetchAPI.Response(...streamed({ results, pace, type }, context)),
        type.mediaType,
      );
    },
  };
}

/** Statuses below 500 that concern the HTTP request and not its operation. */
const httpStatuses = [401, 405, 406, 413, 415, 429, 431];

/**
 * Reports whether a client that accepts only streams gets a result as JSON. Refusals are JSON, except refusals of an
 * operation whose client accepts an event stream. Such clients cannot read the body of a refused request.
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

/** Returns an asynchronous sequence of one result. */
async function* singleEvent(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** Results to send as a stream. */
interface Streamed {
  results: AsyncIterable<ExecutionResult>;
  pace: StreamPace;
  type: StreamType;
}

/** Returns the body and headers of a streamed response. If the client disconnects, the source of the results ends. */
function streamed({ results, pace, type }: Streamed, context: Context): [ReadableStream, ResponseInit] {
  const { reply } = context.exchange!;
  const source = results[Symbol.asyncIterator]();
  // Ends a pending read of the source at once. Otherwise a generator would end only after its next result.
  reply.raw.once('close', () => void source.return?.());
  const [resetStall, corkWrite] = [destroyStalled(reply, pace), corkWrites(reply)];
  const bytes = resultBytes(source, {
    type,
    quiet: pace.quiet,
    eventNumber: () => context.eventNumber,
    // If an error ends the stream early, it is the last result.
    shown: (result) => withErrors(result, context),
    beforeEach(length) {
      resetStall();
      corkWrite(length);
    },
  });
  const boundary = type.mediaType === 'multipart/mixed' ? '; boundary="-"' : '; charset=utf-8';
  const headers = {
    'content-type': type.mediaType + boundary,
    'cache-control': 'no-cache, no-transform',
    // Makes nginx, and proxies with the same convention, send the response without buffering.
    'x-accel-buffering': 'no',
    // A stopping server closes connections that are idle at that moment. This connection becomes idle only after the
    // stream ends, and is closed then.
    connection: 'close',
  };
  return [bytes as unknown as ReadableStream, { headers }];
}

/**
 * Destroys a connection whose reader is stuck. No results are buffered for it, except in the socket.
 * @returns a function to call before each write, when the reader has taken the earlier bytes
 */
function destroyStalled({ raw }: FastifyReply, { stall }: StreamPace): () => void {
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

/**
 * How long writes are collected before they are sent together, in milliseconds. Results arrive in bursts, and each
 * write to a socket costs as much as a result.
 */
const writeDelayMs = 15;

/** Minimum size, in bytes, of a result that is sent immediately. */
const minImmediateBytes = 16_384;

/**
 * Returns a function to call before each write. It combines the write with those that follow. It corks the socket and
 * not the response, because a corked response would not report when it can take more data.
 */
function corkWrites({ raw: { socket } }: FastifyReply): (length: number) => void {
  let isGathering = false;
  return (length) => {
    if (isGathering || length >= minImmediateBytes) return;
    isGathering = true;
    socket?.cork();
    setTimeout(() => {
      isGathering = false;
      socket?.uncork();
    }, writeDelayMs);
  };
}
