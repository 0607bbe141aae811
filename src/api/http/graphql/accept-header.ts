import type { FastifyRequest } from 'fastify';
import { type StreamType, streamTypes } from './stream-types.js';

/** Reports whether the client accepts a response that is not a stream. */
export function acceptsJson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /application\/(graphql-response\+)?json|\*\/\*/.test(headers.accept ?? '*/*');
}

/** Returns the first stream format that a client accepts; null if it accepts none. */
export function streamTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): StreamType | null {
  const accept = headers.accept ?? '';
  return streamTypes.find(({ mediaType }) => accept.includes(mediaType)) ?? null;
}
