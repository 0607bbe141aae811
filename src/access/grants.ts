import { type Expression, type RawBuilder, sql } from 'kysely';
import { groupBy } from '../platform/arrays/group-by.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import type { Grants } from './effective-role.js';
import { higher, type Role, roles } from './viewer.js';

/**
 * Everything that is granted to a user and its teams, by the user's id; what is granted on a collection counts for
 * those below it too. One batch for a whole request, whatever it looks at.
 */
export const grantsOfUser: LoaderDefinition<string, Grants> = {
  name: 'grantsOfUser',
  async load(queries, userIds) {
    const byUser = groupBy(await queries.all(grantsQuery(queries, userIds)), (row) => row.userId);
    return userIds.map((id) => highestByPlace(byUser.get(id) ?? []));
  },
};

/** A role on a place, granted to a user. */
interface GrantedPlace {
  userId: string;
  placeId: string;
  role: string;
}

const grantsQuery = keyedQuery<GrantedPlace>((_queries, inKeys) => {
  const holders = sql`select g."userId", g."spaceId", g."collectionId", g."role" from "Grant" g
      where ${inKeys('g.userId')}
    union all select m."userId", g."spaceId", g."collectionId", g."role" from "TeamMember" m
      join "Grant" g on g."teamId" = m."teamId" where ${inKeys('m.userId')}`;
  return sql<GrantedPlace>`with held as (${holders})
    select "userId", "spaceId" as "placeId", "role" from held where "spaceId" is not null
    union all select held."userId", a."collectionId" as "placeId", held."role" from held
      join "CollectionAncestor" a on a."ancestorId" = held."collectionId"`;
});

function highestByPlace(rows: GrantedPlace[]): Grants {
  const highest = new Map<string, Role>();
  for (const { placeId, role } of rows) highest.set(placeId, higher(highest.get(placeId) ?? null, role as Role)!);
  return highest;
}

/** Who holds grants in a query: a user with its teams, or one team. */
export type Holder = { userId: string | Expression<string> } | { teamId: string | Expression<string> };

/** Ids of the spaces where a holder was granted at least a role, as a subquery; those in granted collections left out. */
export function grantedSpaces(holder: Holder, needed: Role) {
  const space = sql`g."spaceId"`;
  return granted(space, { join: sql``, holder, such: sql`${space} is not null and ${isFrom(needed)}` });
}

/** Ids of the collections where a holder was granted at least a role, there or above, as a subquery. */
export function grantedCollections(holder: Holder, needed: Role) {
  const join = sql`join "CollectionAncestor" a on a."ancestorId" = g."collectionId"`;
  return granted(sql`a."collectionId"`, { join, holder, such: isFrom(needed) });
}

/** Roles from one upwards, as a list of SQL values. */
export function rolesFrom(needed: Role) {
  return sql.join(roles.slice(roles.indexOf(needed)).map((role) => sql.lit(role)));
}

function isFrom(needed: Role) {
  return sql`g."role" in (${rolesFrom(needed)})`;
}

type Fragment = RawBuilder<unknown>;

/** A column of a holder's grants. A user's own and those of its teams are two halves, each a search in an index. */
function granted(column: Fragment, { join, holder, such }: { join: Fragment; holder: Holder; such: Fragment }) {
  if ('teamId' in holder)
    return sql<string>`select ${column} from "Grant" g ${join} where g."teamId" = ${holder.teamId} and ${such}`;
  return sql<string>`select ${column} from "Grant" g ${join} where g."userId" = ${holder.userId} and ${such}
    union all select ${column} from "TeamMember" m join "Grant" g on g."teamId" = m."teamId" ${join}
      where m."userId" = ${holder.userId} and ${such}`;
}

/** Reads the grants of one user outside a request's loaders: in a transaction. */
export async function readGrants(read: Queries, userId: string): Promise<Grants> {
  return highestByPlace(await read.all(grantsQuery(read, [userId])));
}
