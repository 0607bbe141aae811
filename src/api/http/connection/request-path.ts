import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';

/** Returns the path of a request as the client wrote it, without the query. */
export function requestPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Returns the error for a request that no route serves. */
export function noSuchPath(request: Pick<FastifyRequest, 'method' | 'url'>): AppError {
  return new AppError('NOT_FOUND', `No such path: ${request.method} ${requestPath(request)}`);
}
