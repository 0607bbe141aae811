import { isDeepStrictEqual } from 'node:util';
import { can } from '../../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { emojiMemberForms, emojiSchema } from '../../shared/emoji.js';
import { permissionsType } from '../../shared/permissions.js';
import { customizationOf } from './default-customization.js';
import { sitesById } from './loaders.js';
import { siteSpaceCounts } from './site-counts.js';
import { SiteAds, SiteFeature, SiteType } from './site-parts.js';

const SiteIcon = jsonScalar(
  'SiteIcon',
  {
    type: 'object',
    description: 'Icon of a site: an emoji, or addresses of a light and a dark image.',
    properties: {
      emoji: emojiSchema,
      icon: {
        type: 'object',
        required: ['light', 'dark'],
        properties: { light: { type: 'string', format: 'uri' }, dark: { type: 'string', format: 'uri' } },
      },
    },
  },
  emojiMemberForms,
);

type Site = Row<'Site'>;

/** Visibility of a site (`SiteVisibility`). */
export const SiteVisibility = documentedEnum('SiteVisibility', 'Visibility of a site.', {
  public: 'Anyone; indexed by search engines.',
  unlisted: 'Anyone; not indexed.',
  'share-link': 'Anyone with a secret token in the address.',
  'visitor-auth': 'Anyone authenticated through a JWT.',
});

/** Whether agents may read a site (`SiteAgentsContext`). */
export const SiteAgentsContext = documentedEnum('SiteAgentsContext', 'Whether agents may read a site.', {
  excluded: 'Agents cannot access the site.',
  included: 'Agents can access the site.',
});

/** Addresses of a site. */
export const SiteUrls = addressesType<Site>('SiteUrls', {
  location: locationAddress(({ organizationId, id }) => `/orgs/${organizationId}/sites/${id}`),
  app: appAddress(),
});

const SiteAdaptiveContent = builder.objectRef<{ enabled: boolean }>('SiteAdaptiveContent').implement({
  description: 'Content that adapts to the visitor.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({ enabled: t.exposeBoolean('enabled', { description: 'Whether content adapts to the visitor.' }) }),
});

const SiteProxy = builder.objectRef<{ origin: string; target: string }>('SiteProxy').implement({
  description: 'A site shown below a path of another host.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'Host and path that visitors use.' }),
    target: t.exposeString('target', { description: 'Address that the proxy requests.' }),
  }),
});

const SitePermissions = permissionsType('SitePermissions', {
  view: { action: 'site.view', description: 'See the site.' },
  update: { action: 'site.update', description: 'Change its title, its addresses and its structure.' },
  publish: { action: 'site.publish', description: 'Publish it, unpublish it, and change who may read it.' },
  customize: { action: 'site.customize', description: 'Change its look.' },
  viewAudience: { action: 'site.viewAudience', description: 'See its share links and signing keys.' },
  updateAudience: { action: 'site.updateAudience', description: 'Change its share links and signing keys.' },
  delete: { action: 'site.delete', description: 'Delete it.' },
});

/** Shows sites to the members of their organization. */
const seesSite: Guard<Site> = (site, { viewer }) => can(viewer, 'site.view', site);

/** A site. */
export const Site = builder.node(builder.objectRef<Site>('Site'), {
  description: 'A published place that shows one or more spaces to an audience.',
  extensions: { guard: seesSite, rest: { constants: { object: 'site' } } },
  id: { resolve: ({ id }) => id, description: describe('Site', 'id') },
  fields: (t) => ({
    type: t.expose('type', { type: SiteType, description: 'Plan of the site.' }),
    title: t.exposeString('title', { description: describe('Site', 'title') }),
    icon: t.field({
      type: SiteIcon,
      nullable: true,
      description: 'Icon of the site: the `favicon` of its customization; null if that is empty.',
      resolve: (site) => {
        const { favicon } = customizationOf(site);
        const isEmpty = [{}, { emoji: '' }].some((emptyIcon) => isDeepStrictEqual(favicon, emptyIcon));
        return isEmpty ? null : favicon;
      },
    }),
    visibility: t.expose('visibility', { type: SiteVisibility, description: describe('Site', 'visibility') }),
    published: t.exposeBoolean('published', { description: describe('Site', 'published') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the site was created.' }),
    basename: t.exposeString('basename', { nullable: true, description: 'Name in the address of the published site.' }),
    proxy: t.field({
      type: SiteProxy,
      nullable: true,
      description: 'The proxy that shows the site below a path of another host.',
      resolve: ({ proxyOrigin, id }, _args, { urls }) =>
        proxyOrigin ? { origin: proxyOrigin, target: urls.app(id) } : null,
    }),
    adaptiveContent: t.field({
      type: SiteAdaptiveContent,
      description: 'Content that adapts to the visitor.',
      resolve: ({ adaptiveContent }) => ({ enabled: adaptiveContent }),
    }),
    ads: t.field({ type: SiteAds, nullable: true, description: 'Advertisements.', resolve: () => null }),
    agentsContext: t.expose('agentsContext', {
      type: SiteAgentsContext,
      description: describe('Site', 'agentsContext'),
    }),
    features: t.field({
      type: [SiteFeature],
      description:
        'Features that the plan of the site includes; always empty, since the operator of this server sells none.',
      resolve: () => [],
    }),
    siteSpaceCount: t.int({
      description: 'Number of spaces on the site, of those that the caller may see.',
      resolve: ({ id }, _args, context) => context.loaders.load(siteSpaceCounts(context), id),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns the site.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the site.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    permissions: t.field({
      type: SitePermissions.type,
      description: 'Rights of the caller on the site.',
      resolve: (site, _args, { viewer }) => SitePermissions.of(viewer, site),
    }),
    urls: t.field({ type: SiteUrls, description: 'Addresses of the site.', resolve: (site) => site }),
  }),
});

registerNode('Site', ({ loaders }, id) => loaders.load(sitesById, id));
