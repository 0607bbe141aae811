import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import { pathPrefix } from '../../../platform/urls/path-prefix.js';
import type { SiteResponse, Theme, VisitorParameters } from '../../../render/html/responses.js';
import { sendError, toAppError, withStatus } from '../server.js';
import { ownPath } from './own-path.js';
import { otherAccountPage, publishedErrorPage, unknownVisitorPage } from './published-notices.js';
import { sendPublished } from './send-published.js';
import { sendPage } from './small-page.js';
import {
  setVisitorCookies,
  visitorParametersInCookies,
  visitorParametersInQuery,
  withoutVisitorParameters,
} from './visitor-cookies.js';

/** Addresses of a requested site. */
export interface SiteAddress {
  /** Path of the site on this server. */
  path: string;
  /** Path of the site as its visitor sees it. */
  root: string;
  /** Whether the request used another name than the site's own. */
  isElsewhere: boolean;
}

/** Result of opening a site for a visitor. */
type Admission<Visit> =
  | { visit: Visit }
  | { refused: 'NO_SITE' }
  /** `isSignedIn`: whether a person is signed in in the browser who is not a member that the site admits. */
  | { refused: 'NO_TOKEN'; fallbackUrl: string | null; isSignedIn?: boolean };

/** Result of opening a site by a session. */
type MemberAdmission<Visit> = { visit: Visit } | 'NOT_SIGNED_IN' | 'NO_ACCESS';

/** Dependencies of the routes of published sites. The routes only pass a `Visit` on; they do not read it. */
export interface SitePages<Context, Site extends SiteAddress, Visit> {
  /** Base address of the server. */
  base: string;
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  /** Finds the site at an address, for a request to a host; null if there is none. */
  siteAt(context: Context, address: { organizationId: string; name: string; host: string }): Promise<Site | null>;
  open(context: Context, site: Site, brought: VisitorParameters): Promise<Admission<Visit>>;
  /**
   * Opens a site to the member who is signed in in the browser. Returns `NOT_SIGNED_IN` without a session, `NO_ACCESS`
   * if the session does not admit its person.
   */
  openToMember(context: Context, site: Site, request: FastifyRequest): Promise<MemberAdmission<Visit>>;
  preview(context: Context, token: string, theme: Theme | null): Promise<Visit | null>;
  answer(context: Context, visit: Visit, request: { path: string; query: string }): Promise<SiteResponse>;
}

type Pages = SitePages<unknown, SiteAddress, unknown>;

/**
 * Adds the pages of published sites and of previews. A key, a token, claims or a theme in an address is stored in
 * cookies of the site. The response then redirects to the address without them.
 */
export function registerPublished<Context, Site extends SiteAddress, Visit>(
  app: FastifyInstance,
  given: SitePages<Context, Site, Visit>,
): void {
  const pages = given as unknown as Pages;
  const method = ['GET', 'HEAD'];
  const add = (url: string, handler: (pageRequest: PageRequest) => Promise<FastifyReply>): void => {
    const errorHandler = answerError;
    app.route({ method, url, errorHandler, handler: (request, reply) => handler({ pages, request, reply }) });
  };
  app.route({ method, url: '/robots.txt', handler: sendRobots });
  for (const rest of ['', '/*']) {
    add(`/published/:organization/:name${rest}`, answerSite);
    add(`/preview/:token${rest}`, answerPreview);
  }
}

/** A request for a page. */
interface PageRequest {
  pages: Pages;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function answerSite({ pages, request, reply }: PageRequest): Promise<FastifyReply> {
  const { organization: organizationId, name } = parametersOf(request);
  const context = pages.contextOf(request, reply);
  const site = await pages.siteAt(context, { organizationId, name, host: request.hostname });
  const { below, path, search } = addressOf(request, 4);
  if (!site) throw notFound('page', path);
  if (site.isElsewhere) return reply.redirect(site.path + below + search, 308);
  const brought = visitorParametersInQuery(request.query as Record<string, unknown>);
  if (brought) {
    setVisitorCookies(reply, brought, { path: site.root || '/', isSecure: isSecure(pages) });
    return reply.redirect((site.root + below || '/') + withoutVisitorParameters(search), 302);
  }
  const opened = await admit({ pages, request, reply }, context, site);
  if ('visit' in opened) {
    const answer = await answerIn(opened.visit, { pages, request, reply }, context);
    return sendPublished(answer, { base: pages.base, request, reply: reply.header('vary', 'cookie') });
  }
  if (opened.refused === 'NO_SITE') throw notFound('page', path);
  if (opened.fallbackUrl !== null) return reply.redirect(opened.fallbackUrl, 302);
  if (opened.isSignedIn) return sendPage(reply.code(403), otherAccountPage(signInAddress(request, { again: 'yes' })));
  if (site.root === site.path && isPageRequest(request))
    return reply.redirect(ownPath(reply, signInAddress(request)), 302);
  return sendPage(reply.code(401), unknownVisitorPage);
}

/** Opens a site with the credentials that a visitor brings, otherwise as the member who is signed in. */
async function admit(
  { pages, request }: PageRequest,
  context: unknown,
  site: SiteAddress,
): Promise<Admission<unknown>> {
  const opened = await pages.open(context, site, visitorParametersInCookies(request));
  if ('visit' in opened || opened.refused !== 'NO_TOKEN') return opened;
  const member = await pages.openToMember(context, site, request);
  return typeof member === 'string' ? { ...opened, isSignedIn: member === 'NO_ACCESS' } : member;
}

/** Returns the address of the sign-in that leads back to the page. */
function signInAddress({ url }: FastifyRequest, options: { again?: string } = {}): string {
  return `/login?${new URLSearchParams({ ...options, redirect: url })}`;
}

function isPageRequest({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}

async function answerPreview({ pages, request, reply }: PageRequest): Promise<FastifyReply> {
  const prefix = pathPrefix(pages.base);
  const { path, search } = addressOf(request, 3);
  const brought = visitorParametersInQuery(request.query as Record<string, unknown>);
  if (brought?.theme) {
    setVisitorCookies(reply, { theme: brought.theme }, { path: `${prefix}/preview`, isSecure: isSecure(pages) });
    return reply.redirect(prefix + path + withoutVisitorParameters(search), 302);
  }
  const context = pages.contextOf(request, reply);
  const visit = await pages.preview(context, parametersOf(request).token, visitorParametersInCookies(request).theme);
  if (visit === null) throw notFound('preview', 'of the address: it is invalid or has expired');
  const answer = await answerIn(visit, { pages, request, reply }, context);
  return sendPublished(answer, { base: pages.base, request, reply });
}

function answerIn(visit: unknown, { pages, request }: PageRequest, context: unknown): Promise<SiteResponse> {
  const { '*': path = '' } = parametersOf(request);
  const { q } = request.query as { q?: unknown };
  return pages.answer(context, visit, { path: path.replace(/\/+$/, ''), query: typeof q === 'string' ? q : '' });
}

function sendRobots(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Each site has a robots.txt of its own; the rest of the server is for programs.
  return reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /published\nDisallow: /\n');
}

/** Sends an error: to programs as in `/v1`, to browsers as a page. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!isPageRequest(request)) return sendError(error, request, reply);
  const own = toAppError(error, request);
  return sendPage(withStatus(reply, own), publishedErrorPage(own));
}

function parametersOf({ params }: FastifyRequest): Record<'organization' | 'name' | 'token' | '*', string> {
  return params as Record<'organization' | 'name' | 'token' | '*', string>;
}

/** Splits an address: its path as written, the path below the first `parts` segments, and its query. */
function addressOf({ url }: FastifyRequest, parts: number): { path: string; below: string; search: string } {
  const at = url.indexOf('?');
  const [path, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  // An address that begins with two slashes would belong to another host.
  const below = path
    .split('/')
    .slice(parts)
    .join('/')
    .replace(/^[\\/]+/, '');
  return { path, below: below && `/${below}`, search };
}

function isSecure({ base }: Pages): boolean {
  return base.startsWith('https:');
}
