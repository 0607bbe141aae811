import type { Queries } from '../../../platform/db/query/queries.js';
import { containsFolded } from '../../shared/text-match.js';

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
