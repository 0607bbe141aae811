import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { containsFolded } from '../../shared/text-match.js';
import { memberCountsByOrganization } from './loaders.js';

/** Returns the query for all organizations of the server, also deleted ones, whose title contains a text. */
export function organizationsQuery(read: Queries, search: string | null | undefined) {
  const all = read.sql.selectFrom('Organization').selectAll();
  return search == null ? all : all.where(containsFolded(read, 'titleKey', search));
}

/** Returns the query for all users of the server whose name or e-mail address contains a text. */
export function usersQuery(read: Queries, search: string | null | undefined) {
  const all = read.sql.selectFrom('User').selectAll();
  return search == null ? all : all.where(containsFolded(read, 'searchKey', search));
}

/** Filter for organizations or users: a text to search for, and the maximum number of results. */
export interface ListFilter {
  search?: string | undefined;
  limit: number;
  /** Id of the last object of the previous page; absent for the first page. */
  after?: string | undefined;
}

/** An organization as the command line lists it. */
export interface ListedOrganization
  extends Pick<Row<'Organization'>, 'id' | 'title' | 'plan' | 'maxMembers' | 'maxSpaces' | 'createdAt' | 'deletedAt'> {
  /** Number of members, including guests and disabled members. */
  members: number;
}

/** Returns the newest organizations. It checks no permissions, so only commands of the operator may call it. */
export async function listOrganizations({ read }: Store, filter: ListFilter): Promise<ListedOrganization[]> {
  const { search, limit, after } = filter;
  const query = organizationsQuery(read, search).orderBy('id', 'desc').limit(limit);
  const rows = await read.all(after === undefined ? query : query.where('id', '<', after));
  const ids = rows.map(({ id }) => id);
  const members = ids.length === 0 ? [] : await memberCountsByOrganization.load(read, ids);
  return rows.map(({ id, title, plan, maxMembers, maxSpaces, createdAt, deletedAt }, index) => {
    return { id, title, plan, members: members[index]!, maxMembers, maxSpaces, createdAt, deletedAt };
  });
}

/** A user as the command line lists it. */
export type ListedUser = Pick<Row<'User'>, 'id' | 'displayName' | 'email' | 'createdAt' | 'erasedAt'>;

/** Returns the newest users. It checks no permissions, so only commands of the operator may call it. */
export async function listUsers({ read }: Store, { search, limit, after }: ListFilter): Promise<ListedUser[]> {
  const query = usersQuery(read, search).orderBy('id', 'desc').limit(limit);
  const rows = await read.all(after === undefined ? query : query.where('id', '<', after));
  return rows.map(({ id, displayName, email, createdAt, erasedAt }) => {
    return { id, displayName, email, createdAt, erasedAt };
  });
}
