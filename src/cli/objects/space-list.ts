import { containsFolded } from '../../modules/shared/text-match.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { PageRequest } from './read-pages.js';

/** A space as the command line lists it. */
export interface ListedSpace
  extends Pick<Row<'Space'>, 'id' | 'title' | 'visibility' | 'language' | 'createdAt' | 'updatedAt' | 'deletedAt'> {
  /** Title of the collection that the space is in; null if it is in none. */
  collection: string | null;
  /** Number of open change requests. */
  changeRequestsOpen: number;
  /** Number of open comments. */
  commentsOpen: number;
}

/** Returns spaces of an organization, newest first, with deleted ones until they are removed. */
export async function listSpaces(
  read: Queries,
  organization: string,
  { search, limit, after }: PageRequest,
): Promise<ListedSpace[]> {
  let query = read.sql
    .selectFrom('Space')
    .leftJoin('Collection', 'Collection.id', 'Space.parentId')
    .select(['Space.id', 'Space.title', 'Collection.title as collection', 'Space.visibility', 'Space.language'])
    .select(['Space.changeRequestsOpen', 'Space.commentsOpen'])
    .select(['Space.createdAt', 'Space.updatedAt', 'Space.deletedAt'])
    .where('Space.organizationId', '=', organization)
    .where('Space.purgedAt', 'is', null);
  if (search !== undefined) query = query.where(containsFolded(read, 'Space.titleKey', search));
  if (after !== undefined) query = query.where('Space.id', '<', after);
  return read.all(query.orderBy('Space.id', 'desc').limit(limit));
}
