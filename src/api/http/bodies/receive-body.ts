import type { Readable } from 'node:stream';

/** Options for receiving a body. */
export interface ReceiveOptions {
  /** Value of `Content-Length`; NaN if it is missing. */
  length: number;
  /** Maximum size of a small body, in bytes. */
  smallBodySize: number;
  /**
   * Called with the number of bytes received so far, before the latest ones are stored.
   * @throws an error that stops the reading
   */
  onBytes(received: number): void;
}

/**
 * Reads the bytes of a body. A large body, or one of unknown length, is stored in shared memory, so that threads can
 * read it without a copy.
 * @throws the error of the stream, with the status 400; any error of `onBytes`
 */
export function receiveBody(
  payload: Readable,
  { length, smallBodySize, onBytes }: ReceiveOptions,
): Promise<Uint8Array> {
  const store = length <= smallBodySize ? createChunks() : createShared(length || 0);
  return new Promise((resolve, reject) => {
    let received = 0;
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      try {
        onBytes(received);
        store.add(chunk);
      } catch (error) {
        end();
        reject(error);
      }
    };
    const onEnd = (): void => {
      end();
      resolve(store.bytes());
    };
    const onError = (error: Error): void => {
      end();
      reject(Object.assign(error, { statusCode: 400 }));
    };
    const end = (): void => void payload.off('data', onData).off('end', onEnd).off('error', onError);
    payload.on('data', onData).on('end', onEnd).on('error', onError).resume();
  });
}

/** Collects received bytes. */
interface ByteStore {
  add(chunk: Uint8Array): void;
  /** Returns all bytes. Call it last. */
  bytes(): Uint8Array;
}

function createChunks(): ByteStore {
  const chunks: Uint8Array[] = [];
  return { add: (chunk) => void chunks.push(chunk), bytes: () => Buffer.concat(chunks) };
}

/**
 * Creates a store in shared memory.
 * @param size expected number of bytes; if more arrive, the memory is doubled each time
 */
function createShared(size: number): ByteStore {
  let memory = new Uint8Array(new SharedArrayBuffer(size));
  let length = 0;
  return {
    add(chunk) {
      if (length + chunk.length > memory.length) {
        const larger = new Uint8Array(new SharedArrayBuffer(2 * (length + chunk.length)));
        larger.set(memory.subarray(0, length));
        memory = larger;
      }
      memory.set(chunk, length);
      length += chunk.length;
    },
    bytes: () => memory.subarray(0, length),
  };
}
