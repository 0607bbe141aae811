import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { printAnswer } from '../graphql/introspection.js';
import type { StreamType } from './stream-types.js';

/** How results become bytes. */
interface Writing {
  type: StreamType;
  /** Milliseconds without a result after which it is said that there is none yet. */
  quiet: number;
  /** What is told where the source breaks off. */
  failed: (error: Error) => ExecutionResult;
  /** Called before each result is written, with its bytes. */
  beforeEach: (length: number) => void;
}

/**
 * The bytes of results as they come, each asked for once the reader has taken those before, with a sign of life whenever none
 * came for a while. Who stops reading ends their source.
 */
export function resultBytes(source: AsyncIterator<ExecutionResult>, writing: Writing): Readable {
  const { begin, alive } = writing.type;
  const chunks = chunksOf(source, writing);
  let [isAsking, isQuiet] = [false, false];
  const ask = async (): Promise<void> => {
    isAsking = true;
    const chunk = await chunks();
    [isAsking, isQuiet] = [false, false];
    if (!bytes.destroyed) bytes.push(chunk);
  };
  const bytes = new Readable({
    read() {
      if (!isAsking) ask().catch((error) => bytes.destroy(error));
    },
    destroy(error, done) {
      clearInterval(timer);
      void source.return?.();
      done(error);
    },
  });
  const timer = setInterval(() => {
    if (isQuiet && isAsking && alive !== null) bytes.push(alive);
    isQuiet = true;
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
    const printed = Buffer.from(await printAnswer(value));
    const [before, behind] = writing.type.around(printed.length);
    writing.beforeEach(printed.length);
    return Buffer.concat([Buffer.from(before), printed, Buffer.from(behind)]);
  };
}
