import type { FastifyRequest } from 'fastify';
import { type StreamType, streamTypes } from './stream-types.js';

/** Whether the client takes an answer that is no stream. */
export function acceptsJson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /application\/(graphql-response\+)?json|\*\/\*/.test(headers.accept ?? '*/*');
}

/** The first kind of stream that a client accepts; null if it accepts none. */
export function streamTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): StreamType | null {
  const accept = headers.accept ?? '';
  return streamTypes.find(({ mediaType }) => accept.includes(mediaType)) ?? null;
}
