import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { printResult } from '../../graphql/execution/introspection.js';
import type { StreamType } from './stream-types.js';

/** Options for the conversion of results to bytes. */
interface Writing {
  type: StreamType;
  /** Milliseconds without bytes after which a keep-alive is sent. */
  quiet: number;
  /** Returns the number of the event that the latest result belongs to; null if it belongs to none. */
  eventNumber: () => number | null;
  /**
   * Returns the result to write. A result without data is the error that ended the source: it is the last one and
   * belongs to no event.
   */
  shown: (result: ExecutionResult) => ExecutionResult;
  /** Called with the number of bytes before each result is written. */
  beforeEach: (length: number) => void;
}

/**
 * Returns a stream of the bytes of results. It requests a result when the reader has taken the earlier bytes, and sends
 * a keep-alive after each `quiet` milliseconds without bytes. When the reader stops, the source ends.
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

/** Returns a function that produces the chunks one by one: each result, the end of the format, and null. */
function chunksOf(source: AsyncIterator<ExecutionResult>, writing: Writing): () => Promise<Buffer | string | null> {
  let isEnded = false;
  return async () => {
    if (isEnded) return null;
    const { done, value } = await source.next();
    isEnded = done === true;
    if (isEnded) return writing.type.end;
    const id = value.data === undefined ? null : writing.eventNumber();
    const printed = Buffer.from(await printResult(writing.shown(value)));
    const [before, after] = writing.type.around(printed.length, id);
    writing.beforeEach(printed.length);
    return Buffer.concat([Buffer.from(before), printed, Buffer.from(after)]);
  };
}
