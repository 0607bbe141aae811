import { notFound } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';
import { lastEvent } from './last-event.js';

/** Returns a space with its settings, its counts, and the sites that show it. @throws NOT_FOUND */
export async function viewSpace(read: Queries, spaceId: string): Promise<object> {
  const row = await read.first(spaceQuery(read, spaceId));
  if (!row) throw notFound('space', spaceId);
  const { organizationId, organizationTitle, collectionId, collectionTitle, ...space } = row;
  const [counts, sites, lastChange] = await Promise.all([
    countRows(read, {
      pages: ['Page', { spaceId }],
      files: ['File', { spaceId }],
      grants: ['Grant', { spaceId }],
      translations: ['Translation', { sourceSpaceId: spaceId }],
    }),
    readSites(read, spaceId),
    lastEvent(read, { organizationId, spaceId }),
  ]);
  return {
    ...space,
    organization: { id: organizationId, title: organizationTitle },
    collection: collectionId === null ? null : { id: collectionId, title: collectionTitle },
    ...counts,
    sites,
    lastChange,
  };
}

function spaceQuery(read: Queries, id: string) {
  return read.sql
    .selectFrom('Space')
    .innerJoin('Organization', 'Organization.id', 'Space.organizationId')
    .leftJoin('Collection', 'Collection.id', 'Space.parentId')
    .select(['Space.id', 'Space.title', 'Space.visibility', 'Space.language', 'Space.editMode', 'Space.defaultLevel'])
    .select(['Space.revisionId', 'Space.createdAt', 'Space.updatedAt', 'Space.deletedAt'])
    .select(['Space.changeRequestsOpen', 'Space.changeRequestsDraft', 'Space.commentsOpen'])
    .select(['Space.organizationId', 'Organization.title as organizationTitle'])
    .select(['Collection.id as collectionId', 'Collection.title as collectionTitle'])
    .where('Space.id', '=', id)
    .where('Space.purgedAt', 'is', null);
}

function readSites(read: Queries, spaceId: string) {
  const query = read.sql
    .selectFrom('SiteSpace')
    .innerJoin('Site', 'Site.id', 'SiteSpace.siteId')
    .select(['Site.id', 'Site.title', 'SiteSpace.path'])
    .where('SiteSpace.spaceId', '=', spaceId);
  return read.all(query.orderBy('Site.id', 'desc'));
}
