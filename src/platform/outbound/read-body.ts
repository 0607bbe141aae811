import { PassThrough, type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** The content encodings that requests accept. */
export const acceptEncoding = 'gzip, br';

/** `code` of the error for a body that exceeds its limit. */
export const tooLargeCode = 'BODY_TOO_LARGE';

/** `code` of the error for a content encoding that the request did not accept. */
export const unknownEncodingCode = 'UNKNOWN_ENCODING';

/** Options of `readBody`. */
export interface ReadOptions {
  /** Value of the `content-encoding` header. */
  encoding: string;
  /** Maximum number of bytes after decoding. */
  maximum: number;
  signal: AbortSignal;
}

/**
 * Reads and decodes a body while it arrives. At most `maximum` bytes and one chunk are in memory at any time.
 * @throws an error with `tooLargeCode` or `unknownEncodingCode`, an error of zlib for a damaged body, or the reason of
 * the signal
 */
export async function readBody(body: Readable, { encoding, maximum, signal }: ReadOptions): Promise<Uint8Array> {
  const decode = decoders.get(encoding.trim().toLowerCase());
  if (!decode) throw Object.assign(new Error('Unknown encoding'), { code: unknownEncodingCode });
  const { sink, collected } = boundedSink(maximum);
  await pipeline(body, decode(), sink, { signal });
  return collected();
}

const decoders = new Map<string, () => Transform>([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
]);

/**
 * Copies chunks into one buffer when they arrive. In a list, each one-byte chunk from a malicious host could keep a
 * whole socket buffer in memory.
 */
function boundedSink(maximum: number): { sink: Writable; collected: () => Uint8Array } {
  const buffer = new ArrayBuffer(0, { maxByteLength: maximum });
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      const start = buffer.byteLength;
      if (start + chunk.length > maximum) {
        return done(Object.assign(new Error('Body too large'), { code: tooLargeCode }));
      }
      buffer.resize(start + chunk.length);
      new Uint8Array(buffer).set(chunk, start);
      done();
    },
  });
  return { sink, collected: () => new Uint8Array(buffer.slice()) };
}
