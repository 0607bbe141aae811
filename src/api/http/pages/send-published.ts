import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../../../platform/base/entity-tags.js';
import type { SiteResponse, TextResponse } from '../../../render/html/responses.js';
import { publishedPolicy } from './published-policy.js';

/** A request for an address of a site, the reply to it, and the base address of the server. */
interface Exchange {
  /** Base address of the server. */
  base: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends the content of an address of a site. */
export function sendPublished(answer: SiteResponse, { base, request, reply }: Exchange): FastifyReply {
  if (answer.kind === 'elsewhere') return reply.redirect(answer.path, answer.isForGood ? 308 : 302);
  if (answer.kind === 'text') return sendText(answer, { base, request, reply });
  // Visitors may lose access, so browsers must revalidate a cached page each time.
  reply.header('cache-control', 'private, no-cache');
  reply.header('content-security-policy', publishedPolicy(answer, new URL(base).origin));
  if (!answer.isIndexed) reply.header('x-robots-tag', 'noindex');
  if (!answer.isFound) reply.code(404);
  return sendTagged(answer.html, answer.tag, { request, reply: reply.type('text/html; charset=utf-8') });
}

function sendText(answer: TextResponse, { request, reply }: Exchange): FastifyReply {
  const { body, contentType, canonical, isForGood: isPermanent } = answer;
  reply.header('cache-control', isPermanent ? 'public, max-age=31536000, immutable' : 'private, no-cache');
  if (canonical !== undefined) reply.header('link', `<${canonical}>; rel="canonical"`);
  const tag = createHash('sha256').update(body).digest('base64url');
  return sendTagged(body, tag, { request, reply: reply.type(contentType) });
}

function sendTagged(
  body: string | Uint8Array,
  tag: string,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
): FastifyReply {
  reply.header('etag', `"${tag}"`);
  const isFresh = reply.statusCode === 200 && matchesIfNoneMatch(request.headers['if-none-match'], `"${tag}"`);
  return isFresh ? reply.code(304).removeHeader('content-type').send() : reply.send(body);
}
