import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { RevisionUrls } from '../../content/revisions/revision.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { SpaceUrls } from '../../content/spaces/space.js';
import { shareKeyOf } from '../site-audience/share-key.js';
import { ShareLinkUrls } from '../site-audience/share-link.js';
import { siteSectionsById } from '../site-structure/loaders.js';
import { SiteSectionUrls } from '../site-structure/site-section.js';
import { SiteSpaceUrls } from '../site-structure/site-space.js';
import { sitesById } from '../sites/loaders.js';
import { SiteUrls } from '../sites/site.js';
import { shareKeyFor } from './admission.js';
import { publishedPlacesBySpace, type SpaceOnSite } from './loaders.js';
import { publishedAddress } from './published-address.js';

builder.objectFields(ShareLinkUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of the published site with the key in it; null while the key does not open it.',
    resolve: async (link, _args, { loaders, urls, sealer }) => {
      const site = await loaders.get(sitesById, link.siteId);
      const opens = link.active && site.published && site.visibility === 'share-link';
      const key = opens ? shareKeyOf(sealer, link) : null;
      return key === null ? null : publishedAddress(urls, { site }, key);
    },
  }),
}));

const publicAddress = 'The same address if anyone may open it; otherwise null.';

builder.objectFields(SiteUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of the published site; null while it is not published, or not open to the caller.',
    resolve: async (site, _args, context) => {
      const key = await shareKeyFor(context, site);
      return key === undefined ? null : publishedAddress(context.urls, { site }, key);
    },
  }),
}));

builder.objectFields(SiteSectionUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of the section; null while its site is not published, or not open to the caller.',
    resolve: async (section, _args, context) => {
      const site = await context.loaders.get(sitesById, section.siteId);
      const key = await shareKeyFor(context, site);
      return key === undefined ? null : publishedAddress(context.urls, { site, section }, key);
    },
  }),
}));

builder.objectFields(SiteSpaceUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of the space on the site; null while that is not published, or not open to the caller.',
    resolve: async (siteSpace, _args, context) => {
      const site = await context.loaders.get(sitesById, siteSpace.siteId);
      const key = await shareKeyFor(context, site);
      if (key === undefined) return null;
      const section = siteSpace.sectionId && (await context.loaders.get(siteSectionsById, siteSpace.sectionId));
      return publishedAddress(context.urls, { site, section: section || null, siteSpace }, key);
    },
  }),
}));

builder.objectFields(SpaceUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address on the first published site that shows it and is open to the caller; null if there is none.',
    resolve: ({ id }, _args, context) => findSpaceAddress(context, id, () => true),
  }),
  public: t.field({
    type: 'URL',
    nullable: true,
    description: publicAddress,
    resolve: ({ id }, _args, context) => findSpaceAddress(context, id, isPublic),
  }),
}));

builder.objectFields(RevisionUrls, (t) => ({
  published: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of its space on a published site, if it is the head; otherwise null.',
    resolve: (revision, _args, context) => addressOfHead(context, revision, () => true),
  }),
  public: t.field({
    type: 'URL',
    nullable: true,
    description: publicAddress,
    resolve: (revision, _args, context) => addressOfHead(context, revision, isPublic),
  }),
}));

const isPublic = ({ visibility }: SpaceOnSite['site']): boolean => visibility === 'public';

/**
 * Returns the address of a space on the first published site that shows the space and is open to the caller. `accepts`
 * reports whether a site counts. Returns null if there is none.
 */
function findSpaceAddress(
  context: Context,
  spaceId: string,
  accepts: (site: SpaceOnSite['site']) => boolean,
): Promise<string | null> {
  // Most spaces are on no site. Returning null early saves one asynchronous step per space in a list.
  return context.loaders
    .load(publishedPlacesBySpace, spaceId)
    .then((places) => (places.length === 0 ? null : firstOpenAddress(context, places, accepts)));
}

async function firstOpenAddress(
  context: Context,
  places: readonly SpaceOnSite[],
  accepts: (site: SpaceOnSite['site']) => boolean,
): Promise<string | null> {
  for (const place of places) {
    const key = accepts(place.site) ? await shareKeyFor(context, place.site) : undefined;
    if (key !== undefined) return publishedAddress(context.urls, place, key);
  }
  return null;
}

async function addressOfHead(
  context: Context,
  { id, spaceId }: Row<'Revision'>,
  accepts: (site: SpaceOnSite['site']) => boolean,
): Promise<string | null> {
  const space = await context.loaders.get(spacesById, spaceId);
  return space.revisionId === id ? findSpaceAddress(context, spaceId, accepts) : null;
}
