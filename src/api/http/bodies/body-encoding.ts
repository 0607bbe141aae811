import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import { hasBody } from './slow-bodies.js';

/**
 * A `preParsing` hook that refuses compressed bodies, because a small compressed body could expand to a very large one.
 * Accepts `Content-Encoding: identity`, and requests without a body. Refuses other encodings with
 * UNSUPPORTED_MEDIA_TYPE and `Accept-Encoding: identity` (RFC 9110, 15.5.16).
 */
export async function refuseEncodedBodies(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || isIdentity(encoding) || request.is404 || !hasBody(request)) return;
  reply.header('accept-encoding', 'identity');
  throw unsupported(encoding);
}

function unsupported(encoding: string): AppError {
  const got = JSON.stringify(encoding.slice(0, 60));
  const message = `\`Content-Encoding\` must be identity or absent (got ${got}). Send the body uncompressed.`;
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message);
}

function isIdentity(encoding: string): boolean {
  return encoding.split(',').every((coding) => ['', 'identity'].includes(coding.trim().toLowerCase()));
}
