import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import { pathPrefix } from '../../../platform/urls/path-prefix.js';
import type { SiteResponse } from '../../../render/html/responses.js';
import { assertQueryText } from '../connection/address-text.js';
import { noSuchPath } from '../connection/request-path.js';
import { sendError, toAppError, withStatus } from '../server.js';
import { publishedErrorPage } from './published-notices.js';
import { sendPublished } from './send-published.js';
import { siteFiles } from './site-files.js';
import { serveSiteHosts } from './site-hosts.js';
import type { PageRequest, Pages, SiteAddress, SitePages, SiteRequest } from './site-pages.js';
import { admit, answerSignIn, isPageRequest, refuseVisitor, signInPath } from './site-sign-in.js';
import { sendPage } from './small-page.js';
import {
  setVisitorCookies,
  visitorParametersInCookies,
  visitorParametersInQuery,
  withoutVisitorParameters,
} from './visitor-cookies.js';

/**
 * Adds the pages of published sites, at their published addresses and at their hostnames, and of previews. A key, a
 * token, claims or a theme in an address is stored in cookies of the site. The response then redirects to the address
 * without them.
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
  const { base, siteOfHostname } = pages;
  serveSiteHosts(app, {
    base,
    siteOfHostname,
    answer: (site, pageRequest) => answerAtHost(site, { pages, ...pageRequest }),
  });
}

async function answerSite(pageRequest: PageRequest): Promise<FastifyReply> {
  const { pages, request, reply } = pageRequest;
  const { organization: organizationId, name } = parametersOf(request);
  const context = pages.contextOf(request, reply);
  const site = await pages.siteAt(context, { organizationId, name, host: request.hostname });
  const address = addressOf(request, 4);
  if (!site) throw notFound('page', address.path);
  if (site.isElsewhere) return reply.redirect(site.path + address.below + address.search, 308);
  return answerOnSite({ ...pageRequest, context, site, address });
}

/** Responds to a request for an address of a site at its hostname. */
function answerAtHost(site: SiteAddress, pageRequest: PageRequest): void {
  const { pages, request, reply } = pageRequest;
  const answer = async (): Promise<unknown> => {
    const address = addressOf(request, 1);
    if (!/^(GET|HEAD)$/.test(request.method)) throw noSuchPath(request);
    assertQueryText(request.query as object);
    return answerOnSite({ ...pageRequest, context: pages.contextOf(request, reply), site, address });
  };
  answer().catch((error: Error) => {
    // The visitor may have closed the connection.
    if (!reply.sent) answerError(error, request, reply);
  });
}

async function answerOnSite(siteRequest: SiteRequest): Promise<FastifyReply> {
  const { pages, request, reply, site } = siteRequest;
  const { below, search } = siteRequest.address;
  if (below.startsWith(siteFiles)) return pages.sendFile(siteRequest);
  const brought = visitorParametersInQuery(request.query as Record<string, unknown>);
  if (brought) {
    setVisitorCookies(reply, brought, { path: site.root || '/', isSecure: isSecure(pages, request) });
    return reply.redirect((site.root + below || '/') + withoutVisitorParameters(search), 302);
  }
  if (below === signInPath && site.host === null) return answerSignIn(siteRequest);
  const opened = await admit(siteRequest);
  if (!('visit' in opened)) return refuseVisitor(siteRequest, opened);
  const answer = await answerIn(opened.visit, siteRequest);
  const origin = site.host === null ? await pages.fileOrigins() : '';
  return sendPublished(answer, { origin, request, reply }, { ...pages.caching, ...opened.dependence });
}

async function answerPreview({ pages, request, reply }: PageRequest): Promise<FastifyReply> {
  const prefix = pathPrefix(pages.base);
  const { path, search } = addressOf(request, 3);
  const brought = visitorParametersInQuery(request.query as Record<string, unknown>);
  if (brought?.theme) {
    setVisitorCookies(
      reply,
      { theme: brought.theme },
      { path: `${prefix}/preview`, isSecure: isSecure(pages, request) },
    );
    return reply.redirect(prefix + path + withoutVisitorParameters(search), 302);
  }
  const context = pages.contextOf(request, reply);
  const visit = await pages.preview(context, parametersOf(request).token, visitorParametersInCookies(request).theme);
  if (visit === null) throw notFound('preview', 'of the address: it is invalid or has expired');
  const answer = await answerIn(visit, { pages, request, context, address: addressOf(request, 3) });
  return sendPublished(answer, { origin: await pages.fileOrigins(), request, reply }, null);
}

function answerIn(
  visit: unknown,
  { pages, request, context, address }: Pick<SiteRequest, 'pages' | 'request' | 'context' | 'address'>,
): Promise<SiteResponse> {
  const path = decodeURIComponent(address.below).replace(/^\/|\/+$/g, '');
  const { q } = request.query as { q?: unknown };
  return pages.answer(context, visit, { path, query: typeof q === 'string' ? q : '' });
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

function parametersOf({ params }: FastifyRequest): Record<'organization' | 'name' | 'token', string> {
  return params as Record<'organization' | 'name' | 'token', string>;
}

/** Splits an address: its path as written, the path below the first `parts` segments, and its query. */
function addressOf({ url }: FastifyRequest, parts: number): SiteRequest['address'] {
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

/** Reports whether the visitor uses HTTPS, as a trusted proxy or the base address of the server states. */
function isSecure({ base }: Pages, { protocol }: FastifyRequest): boolean {
  return protocol === 'https' || base.startsWith('https:');
}
