import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, readEntityTags, strongTexts } from '../../../platform/base/entity-tags.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { hashInTurns } from '../../../platform/workers/large-texts.js';

/** An answer as it is sent, and the revision that it was read from. */
export interface Tagged {
  body: string | Buffer;
  revision: string;
  /** As `digestOf` makes it, where it is known already. */
  digest?: string;
}

/** The second half of a tag: a hash of the answer. */
export function digestOf(body: string | Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}

/** The same for a long answer, in as many turns of the event loop as that takes. */
export async function digestInTurns(body: Buffer): Promise<string> {
  return (await hashInTurns(body, 'base64url')).slice(0, 22);
}

/**
 * Sends an answer with its `ETag`, `"<revision>.<hash of the answer>"`: 304 where the client has it. Only clients keep it,
 * and they ask again each time, for its rights may be gone.
 * @throws PRECONDITION_FAILED where `If-Match` has other tags, BAD_USER_INPUT where it has none.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, answer: Tagged): FastifyReply {
  const { body, revision, digest = digestOf(body) } = answer;
  const text = `${revision}.${digest}`;
  const tag = `"${text}"`;
  requireMatch(request.headers['if-match'], text);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!isKnown(request.headers['if-none-match'], tag)) return reply.send(body);
  reply.code(304);
  // The route of HEAD tells the length of what it is given, which has to be that of the whole answer.
  return request.method === 'HEAD' ? reply.send(body) : reply.send();
}

function requireMatch(ifMatch: string | undefined, text: string): void {
  if (ifMatch === undefined) return;
  const tags = readEntityTags(ifMatch);
  if (tags === null) throw badInput('If-Match', '`If-Match` must be entity tags or `*`');
  if (tags === '*' || strongTexts(tags).includes(text)) return;
  throw new AppError('PRECONDITION_FAILED', `\`If-Match\` must have the tag "${text}"`, { reason: 'REVISION_MOVED' });
}
