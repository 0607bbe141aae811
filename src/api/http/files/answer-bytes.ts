import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../../../platform/base/entity-tags.js';
import { type ByteRange, parseRange } from './byte-range.js';

/** Content of a response that is sent whole or in part. Only the bytes to send are read. */
export interface Bytes {
  size: number;
  read(range?: ByteRange): Promise<Buffer>;
}

/**
 * Sets the status, length and range of a response whose header `etag` is set. Returns the bytes to send: none for HEAD,
 * 304 and 416.
 */
export async function answerBytes(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, read }: Bytes,
): Promise<Buffer | undefined> {
  const tag = String(reply.header('accept-ranges', 'bytes').getHeader('etag'));
  if (matchesIfNoneMatch(headers['if-none-match'], tag)) {
    reply.code(304).removeHeader('content-type');
    return undefined;
  }
  // A range completes an earlier response only if the content has not changed since (RFC 9110, 13.1.5).
  const isSame = (headers['if-range'] ?? tag) === tag;
  const range = method === 'GET' && isSame ? parseRange(headers.range, size) : undefined;
  if (range === null) {
    reply.code(416).header('content-range', `bytes */${size}`).removeHeader('content-type');
    return undefined;
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  reply.header('content-length', range ? range.last - range.first + 1 : size);
  return method === 'HEAD' ? undefined : read(range);
}

/**
 * Encodes a text as a parameter of a header (RFC 8187). Also encodes four characters that `encodeURIComponent` does
 * not, but that RFC 8187 forbids.
 */
export function parameterText(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
