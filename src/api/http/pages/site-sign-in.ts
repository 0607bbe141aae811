import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import { safeRedirect } from '../../../platform/urls/safe-redirect.js';
import { ownPath } from './own-path.js';
import { otherAccountPage, unknownVisitorPage } from './published-notices.js';
import type { Admission, Refusal, SiteRequest } from './site-pages.js';
import { sendPage } from './small-page.js';
import { visitorParametersInCookies } from './visitor-cookies.js';

/** Path below the published address of a site that signs a member in at the site's own host. */
export const signInPath = '/~sign-in';

/** Opens a site with the credentials that a visitor brings, otherwise as the member who is signed in. */
export async function admit({ pages, request, context, site }: SiteRequest): Promise<Admission<unknown>> {
  const opened = await pages.open(context, site, visitorParametersInCookies(request));
  if ('visit' in opened || opened.refused !== 'NO_TOKEN' || site.host !== null) return opened;
  const member = await pages.openToMember(context, site, request);
  return typeof member === 'string'
    ? { ...opened, isSignedIn: member === 'NO_ACCESS' }
    : { ...member, dependence: { onCookies: true, isAnonymous: false } };
}

/**
 * Responds to a visitor whom the site does not admit: redirects to where visitors sign in, or says why it is closed.
 * @throws NOT_FOUND if the visitor may not know that the site exists
 */
export function refuseVisitor({ pages, request, reply, site, address }: SiteRequest, opened: Refusal): FastifyReply {
  if (opened.refused === 'NO_SITE') throw notFound('page', address.path);
  if (opened.fallbackUrl !== null) return reply.redirect(opened.fallbackUrl, 302);
  if (opened.isSignedIn) return sendPage(reply.code(403), otherAccountPage(loginPath(request, { again: 'yes' })));
  if (!isPageRequest(request)) return sendPage(reply.code(401), unknownVisitorPage);
  if (site.host === null) return reply.redirect(ownPath(reply, loginPath(request)), 302);
  const to = new URLSearchParams({ to: (address.below || '/') + address.search });
  return reply.redirect(`${new URL(pages.base).origin}${site.path}${signInPath}?${to}`, 302);
}

/**
 * Redirects the member who is signed in on this server to an address of the site at its own host, with a token.
 * Cookies of the server do not reach that host. A person who is not signed in signs in first.
 * @throws NOT_FOUND if the site has no host of its own
 */
export async function answerSignIn({ pages, request, reply, context, site, address }: SiteRequest) {
  if (site.ownUrl === null) throw notFound('page', address.path);
  const member = await pages.tokenForMember(context, site, request);
  if (member === 'NOT_SIGNED_IN') return reply.redirect(ownPath(reply, loginPath(request)), 302);
  if (member === 'NO_ACCESS') return sendPage(reply.code(403), otherAccountPage(loginPath(request, { again: 'yes' })));
  const target = new URL(site.ownUrl + (safeRedirect((request.query as { to?: unknown }).to) ?? '/'));
  target.searchParams.set('jwt_token', member.token);
  return reply.redirect(target.href, 302);
}

/** Returns the path of the sign-in that leads back to the requested address. */
function loginPath({ url }: FastifyRequest, options: { again?: string } = {}): string {
  return `/login?${new URLSearchParams({ ...options, redirect: url })}`;
}

/** Reports whether a browser asks for a page. */
export function isPageRequest({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}
