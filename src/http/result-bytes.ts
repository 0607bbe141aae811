import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { printAnswer } from '../graphql/introspection.js';
import type { StreamType } from './stream-types.js';

/** How results become bytes. */
interface Writing {
  type: StreamType;
  /** Milliseconds of silence after which a sign of life is sent. */
  quiet: number;
  /** Returns the number of the event that the latest result shows; null if it shows none. */
  eventNumber: () => number | null;
  /** What is told where the source breaks off. */
  failed: (error: Error) => ExecutionResult;
  /** Called before each result is written, with its bytes. */
  beforeEach: (length: number) => void;
}

/**
 * Returns the bytes of results as they come. Asks for a result when the reader has taken the bytes before it, and sends a sign
 * of life after each `quiet` milliseconds without bytes. The source ends when the reader stops.
 */
export function resultBytes(source: AsyncIterator<ExecutionResult>, writing: Writing): Readable {
  const { begin, alive } = writing.type;
  const chunks = chunksOf(source, writing);
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    const chunk = await chunks();
    isAsking = false;
    if (bytes.destroyed) return;
    bytes.push(chunk);
    timer.refresh();
  };
  const bytes = new Readable({
    read() {
      if (!isAsking) ask().catch((error) => bytes.destroy(error));
    },
    destroy(error, done) {
      clearTimeout(timer);
      void source.return?.();
      done(error);
    },
  });
  const timer = setTimeout(() => {
    if (isAsking && alive !== null) bytes.push(alive);
    timer.refresh();
  }, writing.quiet);
  timer.unref();
  bytes.push(begin);
  return bytes;
}

/** Gives the chunks one by one: each result, what breaks their source off as the last of them, the end, and null. */
function chunksOf(source: AsyncIterator<ExecutionResult>, writing: Writing): () => Promise<Buffer | string | null> {
  let [isBroken, isEnded] = [false, false];
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    if (isBroken) return { done: true, value: undefined };
    return source.next().catch((error) => {
      isBroken = true;
      return { done: false, value: writing.failed(error) };
    });
  };
  return async () => {
    if (isEnded) return null;
    const { done, value } = await next();
    isEnded = done === true;
    if (isEnded) return writing.type.end;
    const id = isBroken ? null : writing.eventNumber();
    const printed = Buffer.from(await printAnswer(value));
    const [before, behind] = writing.type.around(printed.length, id);
    writing.beforeEach(printed.length);
    return Buffer.concat([Buffer.from(before), printed, Buffer.from(behind)]);
  };
}
