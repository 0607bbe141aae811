import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../../../platform/base/entity-tags.js';
import type { SiteResponse, TextResponse, VisitorDependence } from '../../../render/html/responses.js';
import { publishedPolicy } from './published-policy.js';
import { type SharedCaching, setCaching } from './shared-cache.js';

/** A request for an address of a site, and the reply to it. */
interface Exchange {
  /** Origins from which pages may load images, in addition to their own; separated by spaces. */
  origin: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends the content of an address of a site. Without `caching`, only the visitor's browser may store it. */
export function sendPublished(
  answer: SiteResponse,
  { origin, request, reply }: Exchange,
  caching: (SharedCaching & VisitorDependence) | null,
): FastifyReply {
  if (answer.kind === 'elsewhere') return reply.redirect(answer.path, answer.isForGood ? 308 : 302);
  // Visitors may lose access, so browsers must revalidate a cached page each time.
  reply.header('cache-control', 'private, no-cache');
  if (caching !== null) setCaching(reply, answer, caching);
  if (answer.kind === 'text') return sendText(answer, { request, reply });
  reply.header('content-security-policy', publishedPolicy(answer, origin));
  if (!answer.isIndexed) reply.header('x-robots-tag', 'noindex');
  if (!answer.isFound) reply.code(404);
  return sendTagged(answer.html, answer.tag, { request, reply: reply.type('text/html; charset=utf-8') });
}

function sendText(answer: TextResponse, { request, reply }: Pick<Exchange, 'request' | 'reply'>): FastifyReply {
  const { body, contentType, canonical, isForGood: isPermanent } = answer;
  if (isPermanent) reply.header('cache-control', 'public, max-age=31536000, immutable');
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
