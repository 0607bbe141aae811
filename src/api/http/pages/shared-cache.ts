import type { FastifyReply } from 'fastify';
import type { SiteResponse, VisitorDependence } from '../../../render/html/responses.js';

/** Settings of caches between the server and its visitors. */
export interface SharedCaching {
  /** Number of seconds that shared caches may store public pages; 0 for none. */
  seconds: number;
  /** Whether `X-Forwarded-Host` can change the host of a request. */
  trustsProxies: boolean;
}

/** Headers about one request or visitor. A response in a shared cache must not have them. */
const perRequestHeaders = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/**
 * Sets `Vary`, and lets shared caches store the response if it is public: the same for all visitors without cookies,
 * and the requested page. Only the visitor's browser may store other responses, and it must revalidate them.
 */
export function setCaching(
  reply: FastifyReply,
  answer: SiteResponse,
  { seconds, trustsProxies, onCookies, isAnonymous }: SharedCaching & VisitorDependence,
): void {
  const dependsOn = ['Host', ...(trustsProxies ? ['X-Forwarded-Host'] : []), ...(onCookies ? ['Cookie'] : [])];
  const others = [reply.getHeader('vary') ?? []].flat();
  reply.header('vary', [...others, ...dependsOn].join(', '));
  const isPublic = seconds > 0 && isAnonymous && isShareable(answer) && reply.getHeader('set-cookie') === undefined;
  if (!isPublic) return;
  reply.header('cache-control', `public, max-age=0, s-maxage=${seconds}`);
  for (const name of perRequestHeaders) reply.removeHeader(name);
}

function isShareable(answer: SiteResponse): boolean {
  if (answer.kind === 'page') return answer.isFound && answer.isStable;
  return answer.kind === 'text' && !answer.isForGood && answer.isStable !== false;
}
