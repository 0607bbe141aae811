import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { possibleSiteHostname } from '../../../platform/urls/hostnames.js';
import { requestPath } from '../connection/request-path.js';
import type { SiteAddress } from './site-pages.js';

/** Paths that every host serves, so that probes by the name of a machine need no database. */
const healthPaths = new Set(['/healthz', '/livez', '/readyz']);

/** Path that every host serves while the database is lost, because it reports the loss. */
const metricsPath = '/metrics';

/** Dependencies of the hostnames of sites. */
export interface SiteHosts<Site extends SiteAddress> {
  /** Base address of the server. */
  base: string;
  /** Returns the site with a confirmed hostname; null if there is none. */
  siteOfHostname(hostname: string): Promise<Site | null>;
  /** Responds to a request for an address of the site, also if that fails. */
  answer(site: Site, exchange: { request: FastifyRequest; reply: FastifyReply }): void;
}

/**
 * Serves each site at `/` of its confirmed hostname, in place of all other routes. Finding the site takes one
 * query, and none for the host of `PUBLIC_URL` and for a name that cannot be the hostname of a site.
 */
export function serveSiteHosts<Site extends SiteAddress>(app: FastifyInstance, hosts: SiteHosts<Site>): void {
  const ownHostname = new URL(hosts.base).hostname;
  app.addHook('onRequest', (request, reply, done) => {
    const name = possibleSiteHostname(request.hostname, ownHostname);
    const path = requestPath(request);
    if (name === null || healthPaths.has(path)) return done();
    hosts.siteOfHostname(name).then(
      (site) => {
        if (site === null || isPublishedAddress(site, path)) return done();
        request.notes.isAtSiteHost = true;
        hosts.answer(site, { request, reply });
      },
      (error) => done(path === metricsPath ? undefined : error),
    );
  });
}

/** Reports whether a path is in the published address of the site. A proxy may request it with the site's hostname. */
function isPublishedAddress({ published }: SiteAddress, path: string): boolean {
  return published.some((address) => path === address || path.startsWith(`${address}/`));
}
