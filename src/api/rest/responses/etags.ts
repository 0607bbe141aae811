import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch, readEntityTags, strongTexts } from '../../../platform/base/entity-tags.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { hashYielding } from '../../../platform/workers/large-texts.js';

/** A response that is ready to be sent, and the revision that it was read from. */
export interface Tagged {
  body: string | Buffer;
  revision: string;
  /** Hash of the body, as `responseDigest` returns it, if it is already known. */
  digest?: string;
}

/** Returns the second half of an `ETag`: a hash of the response body. */
export function responseDigest(body: string | Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}

/** Returns the same hash as `responseDigest` for a long response, computed in time slices of the event loop. */
export async function digestYielding(body: Buffer): Promise<string> {
  return (await hashYielding(body, 'base64url')).slice(0, 22);
}

/**
 * Sends a response with its `ETag`, `"<revision>.<hash of the response>"`, or 304 if the client has the same response.
 * Only clients may cache it. They must revalidate it each time, because their rights may have been revoked.
 * @throws PRECONDITION_FAILED if `If-Match` has other tags, BAD_USER_INPUT if it has no valid tags
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, answer: Tagged): FastifyReply {
  const { body, revision, digest = responseDigest(body) } = answer;
  const text = `${revision}.${digest}`;
  const tag = `"${text}"`;
  requireMatch(request.headers['if-match'], text);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!matchesIfNoneMatch(request.headers['if-none-match'], tag)) return reply.send(body);
  reply.code(304);
  // The response to HEAD must report the length of the whole body, so Fastify gets the body.
  return request.method === 'HEAD' ? reply.send(body) : reply.send();
}

function requireMatch(ifMatch: string | undefined, text: string): void {
  if (ifMatch === undefined) return;
  const tags = readEntityTags(ifMatch);
  if (tags === null) throw badInput('If-Match', '`If-Match` must be entity tags or `*`');
  if (tags === '*' || strongTexts(tags).includes(text)) return;
  throw new AppError('PRECONDITION_FAILED', `\`If-Match\` must have the tag "${text}"`, { reason: 'REVISION_MOVED' });
}
