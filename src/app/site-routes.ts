import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UserViewer } from '../access/viewer.js';
import { sendBlob } from '../api/http/files/downloads.js';
import type { CallerLimits } from '../api/http/limits/caller-limits.js';
import { registerCertificateCheck } from '../api/http/pages/certificate-check.js';
import { registerPublished } from '../api/http/pages/published.js';
import { siteFile } from '../api/http/pages/site-files.js';
import { visitorParametersInCookies } from '../api/http/pages/visitor-cookies.js';
import { pageViewer, type RequestServices, visitorContext } from '../api/http/requests/request-context.js';
import {
  openSite,
  openSiteForMember,
  openSitePreview,
  tokenForMember,
} from '../modules/sites/published-pages/open-site.js';
import { respondToAddress } from '../modules/sites/published-pages/respond-to-address.js';
import { siteAt, siteAtHostname } from '../modules/sites/published-pages/site-address.js';
import type { Config } from '../platform/config/config.js';
import { createLoaders } from '../platform/db/query/loaders.js';
import { downloadOrigin } from '../platform/object-storage/blob-storage.js';

/** Dependencies of the pages of published sites. */
interface SiteParts {
  shared: RequestServices;
  config: Pick<Config, 'sharedCacheSeconds' | 'trustedProxies'>;
  limits: Pick<CallerLimits, 'certificateCheck'>;
}

/** Serves published sites, also at their hostnames, and previews. */
export function serveSites(app: FastifyInstance, { shared, config, limits }: SiteParts): void {
  const { store, urls, onBatch } = shared;
  const siteOfHostname = (hostname: string) => {
    const read = onBatch ? store.reading(onBatch) : store.read;
    return siteAtHostname({ loaders: createLoaders(read), urls }, hostname);
  };
  registerPublished(app, {
    base: urls.base,
    fileOrigins: fileOriginsOf(shared),
    caching: { seconds: config.sharedCacheSeconds, trustsProxies: config.trustedProxies.length > 0 },
    contextOf: (request, reply) => visitorContext(shared, request, reply),
    siteAt,
    siteOfHostname,
    open: openSite,
    openToMember: (context, site, request) =>
      forMember(shared, request, (viewer) => {
        const { theme } = visitorParametersInCookies(request);
        return openSiteForMember(context, site, { viewer, theme });
      }),
    tokenForMember: (context, site, request) =>
      forMember(shared, request, (viewer) => tokenForMember(context, site, viewer)),
    preview: openSitePreview,
    answer: respondToAddress,
    sendFile({ request, reply, site: { organizationId }, address }) {
      const { openDownload } = urls;
      return sendBlob({ store, request, reply }, siteFile(request, address.below, { organizationId, openDownload }));
    },
  });
  registerCertificateCheck(app, {
    isServed: async (hostname) => (await siteOfHostname(hostname))?.site.published ?? false,
    trustedProxies: config.trustedProxies,
    countAttempt: limits.certificateCheck,
  });
}

/**
 * Returns the function that returns the origins of files: this server, and the object storage if downloads are
 * redirected there. Without credentials for the storage, it is left out, and the next call tries again.
 */
function fileOriginsOf({ store, urls }: Pick<RequestServices, 'store' | 'urls'>): () => Promise<string> {
  const own = new URL(urls.base).origin;
  let storage: Promise<string | null> | undefined;
  return async () => {
    storage ??= downloadOrigin(store.blobs);
    const origin = await storage.catch(() => {
      storage = undefined;
      return null;
    });
    return origin === null ? own : `${own} ${origin}`;
  };
}

/** Returns the result of `find` for the person who is signed in in the browser. */
async function forMember<Result>(
  shared: RequestServices,
  request: FastifyRequest,
  find: (viewer: UserViewer) => Promise<Result | null>,
): Promise<Result | 'NOT_SIGNED_IN' | 'NO_ACCESS'> {
  const viewer = await pageViewer(shared, request);
  return viewer === null ? 'NOT_SIGNED_IN' : ((await find(viewer)) ?? 'NO_ACCESS');
}
