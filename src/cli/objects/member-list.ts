import { containsFolded } from '../../modules/shared/text-match.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { PageRequest } from './read-pages.js';

/** A member as the command line lists it. */
export interface ListedMember
  extends Pick<Row<'User'>, 'displayName' | 'email'>,
    Pick<Row<'Member'>, 'disabled' | 'joinedAt' | 'lastSeenAt'> {
  /** Id of the user. */
  id: string;
  /** Role in the organization; `guest` for a guest. */
  role: string;
}

/** Returns members of an organization with guests and service accounts, the newest user first. */
export async function listMembers(
  read: Queries,
  organization: string,
  { search, limit, after }: PageRequest,
): Promise<ListedMember[]> {
  let query = read.sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .select(['User.id', 'User.displayName', 'User.email', 'Member.role', 'Member.disabled'])
    .select(['Member.joinedAt', 'Member.lastSeenAt'])
    .where('Member.organizationId', '=', organization);
  if (search !== undefined) query = query.where(containsFolded(read, 'User.searchKey', search));
  if (after !== undefined) query = query.where('Member.userId', '<', after);
  const rows = await read.all(query.orderBy('Member.userId', 'desc').limit(limit));
  return rows.map((row) => ({ ...row, role: row.role ?? 'guest' }));
}
