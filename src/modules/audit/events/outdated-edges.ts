import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { idKind } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { publishedSitesByOrganization } from '../../sites/published-sites/loaders.js';
import {
  type AddressedRow,
  type OutdatedAddresses,
  outdatedByHead,
  outdatedSites,
} from '../../sites/published-sites/outdated-addresses.js';
import { sitesById } from '../../sites/sites/loaders.js';
import { canSeeAll, Event } from './event.js';

const Outdated = builder.objectRef<OutdatedAddresses>('OutdatedAddresses').implement({
  description: 'Addresses of published pages whose copies in caches may be outdated.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    pages: t.field({
      type: ['URL'],
      description: 'Addresses of single pages, as HTML and as Markdown, if the event changed only their texts.',
      resolve: ({ pages }) => pages,
    }),
    prefixes: t.field({
      type: ['URL'],
      description: 'Addresses of sites, for which everything at and below the address may be outdated.',
      resolve: ({ prefixes }) => prefixes,
    }),
  }),
});

builder.objectField(Event, 'outdated', (t) =>
  t.field({
    type: Outdated,
    nullable: true,
    description:
      'Addresses to purge from caches after the event, where the sites are served now; visible to admins. Null for others, and if the event changes no published page.',
    resolve: async (event, _args, context) => {
      if (!canSeeAll(context.viewer, event)) return null;
      const found = await find(context, event);
      return found && found.pages.length + found.prefixes.length > 0 ? found : null;
    },
  }),
);

/** Addresses that an action makes outdated: pages of a head, sites that show a space, or sites of an organization. */
const scopes: Partial<Record<EventAction, 'head' | 'space' | 'organization'>> = {
  updateSpaceContent: 'head',
  import: 'head',
  revertTo: 'head',
  mergeChangeRequest: 'head',
  renewComputedContent: 'space',
  finishTranslation: 'space',
  applyTemplateToSpace: 'space',
  updateSpaceById: 'space',
  deleteSpaceById: 'space',
  restoreSpace: 'space',
  createOrUpdateOpenAPISpecBySlug: 'organization',
  updateOpenAPISpecBySlug: 'organization',
  refreshOpenAPISpec: 'organization',
  deleteOpenAPISpecBySlug: 'organization',
  deleteOrganization: 'organization',
  restoreOrganization: 'organization',
};

async function find(context: Context, event: Row<'Event'>): Promise<OutdatedAddresses | null> {
  const { action, organizationId, spaceId, changes } = event;
  const { loaders } = context;
  const scope = scopes[action as EventAction];
  if (scope === 'organization')
    return outdatedSites(context, await loaders.load(publishedSitesByOrganization, organizationId));
  if (scope === undefined) return findSite(context, event);
  const isOfProposal = event.changeRequestId !== null && action !== 'mergeChangeRequest';
  if (spaceId === null || isOfProposal) return null;
  const revision = scope === 'head' ? textIn(changes, 'revision') : null;
  return outdatedByHead(context, { organizationId, spaceId, revisionId: revision });
}

/** Returns the addresses of the site that an event is about, even if the site was deleted or lost its hostname. */
async function findSite(context: Context, event: Row<'Event'>): Promise<OutdatedAddresses | null> {
  const { targetId, organizationId, changes } = event;
  const id = idKind(targetId) === 'Site' ? targetId : textIn(changes, 'site');
  if (id === null || event.action.includes('ShareLink')) return null;
  const site = await context.loaders.load(sitesById, id);
  const before: AddressedRow = {
    id,
    organizationId,
    basename: site?.basename ?? textIn(changes, 'basename'),
    proxyOrigin: site?.proxyOrigin ?? textIn(changes, 'proxyOrigin'),
    confirmedHostname: textIn(changes, 'hostnameBefore') ?? site?.confirmedHostname ?? null,
  };
  return outdatedSites(context, [before]);
}

function textIn(changes: Row<'Event'>['changes'], name: string): string | null {
  const value = (changes as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}
