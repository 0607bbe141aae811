import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** The content encodings that a request offers. */
export const acceptEncoding = 'gzip, br';

/** `code` of the error for a body over its limit. */
export const tooLargeCode = 'BODY_TOO_LARGE';

/** `code` of the error for a content encoding that the request did not offer. */
export const unknownEncodingCode = 'UNKNOWN_ENCODING';

/** How a body is read. */
export interface ReadOptions {
  /** The `content-encoding` header. */
  encoding: string;
  /** Most bytes after decoding. */
  maximum: number;
  signal: AbortSignal;
}

/**
 * Reads and decodes a body while it arrives; never holds more than its limit and one chunk.
 * @throws an error with one of the codes above, with zlib's for a damaged body, or the signal's reason.
 */
export async function readBody(body: Readable, { encoding, maximum, signal }: ReadOptions): Promise<Uint8Array> {
  const decode = decoders.get(encoding.trim().toLowerCase());
  if (!decode) throw Object.assign(new Error('Unknown encoding'), { code: unknownEncodingCode });
  const chunks: Uint8Array[] = [];
  await pipeline(body, decode(), collectInto(chunks, maximum), { signal });
  return new Uint8Array(Buffer.concat(chunks));
}

const decoders = new Map<string, () => Transform>([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
]);

function collectInto(chunks: Uint8Array[], maximum: number) {
  return async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maximum) throw Object.assign(new Error('Body too large'), { code: tooLargeCode });
      chunks.push(chunk);
    }
  };
}
