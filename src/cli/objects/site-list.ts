import { containsFolded } from '../../modules/shared/text-match.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { PageRequest } from './read-pages.js';

/** A site as the command line lists it. */
export interface ListedSite
  extends Pick<
    Row<'Site'>,
    | 'id'
    | 'title'
    | 'visibility'
    | 'published'
    | 'hostname'
    | 'confirmedHostname'
    | 'basename'
    | 'createdAt'
    | 'updatedAt'
  > {
  /** Number of spaces on the site. */
  spaces: number;
}

/** Returns sites of an organization, newest first. */
export async function listSites(
  read: Queries,
  organization: string,
  { search, limit, after }: PageRequest,
): Promise<ListedSite[]> {
  let query = read.sql
    .selectFrom('Site')
    .select(['id', 'title', 'visibility', 'published', 'hostname', 'confirmedHostname', 'basename'])
    .select(({ selectFrom }) =>
      selectFrom('SiteSpace')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('SiteSpace.siteId', '=', 'Site.id')
        .as('spaces'),
    )
    .select(['createdAt', 'updatedAt'])
    .where('organizationId', '=', organization);
  if (search !== undefined) query = query.where(containsFolded(read, 'titleKey', search));
  if (after !== undefined) query = query.where('id', '<', after);
  return read.all(query.orderBy('id', 'desc').limit(limit).$castTo<ListedSite>(), { spaces: 'int' });
}
