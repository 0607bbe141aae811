import { type Expression, type RawBuilder, sql } from 'kysely';
import { groupBy } from '../platform/arrays/group-by.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import type { Grants } from './effective-role.js';
import { higher, type Role, roles } from './viewer.js';

/**
 * Loader of all grants of a user and its teams, by the id of the user. A grant on a collection also counts for the
 * collections below it. A request loads the grants in one batch.
 */
export const grantsOfUser: LoaderDefinition<string, Grants> = {
  name: 'grantsOfUser',
  async load(queries, userIds) {
    const byUser = groupBy(await queries.all(grantsQuery(queries, userIds)), (row) => row.userId);
    return userIds.map((id) => highestByPlace(byUser.get(id) ?? []));
  },
};

/** A role that was granted to a user, or to one of its teams, on a space or collection. */
interface GrantedPlace {
  userId: string;
  placeId: string;
  role: string;
}

const grantsQuery = keyedQuery<GrantedPlace>((_queries, inKeys) => {
  const allGrants = sql`select g."userId", g."spaceId", g."collectionId", g."role" from "Grant" g
      where ${inKeys('g.userId')}
    union all select m."userId", g."spaceId", g."collectionId", g."role" from "TeamMember" m
      join "Grant" g on g."teamId" = m."teamId" where ${inKeys('m.userId')}`;
  return sql<GrantedPlace>`with held as (${allGrants})
    select "userId", "spaceId" as "placeId", "role" from held where "spaceId" is not null
    union all select held."userId", a."collectionId" as "placeId", held."role" from held
      join "CollectionAncestor" a on a."ancestorId" = held."collectionId"`;
});

function highestByPlace(rows: GrantedPlace[]): Grants {
  const highest = new Map<string, Role>();
  for (const { placeId, role } of rows) highest.set(placeId, higher(highest.get(placeId) ?? null, role as Role)!);
  return highest;
}

/** Holder of grants: a user including its teams, or one team. The id may be an SQL expression. */
export type Holder = { userId: string | Expression<string> } | { teamId: string | Expression<string> };

/**
 * Returns a subquery for the ids of the spaces on which a holder was granted the needed role or a higher one. It leaves
 * out spaces that are only in a granted collection.
 */
export function grantedSpaces(holder: Holder, needed: Role) {
  const space = sql`g."spaceId"`;
  return grantColumn(space, { join: sql``, holder, condition: sql`${space} is not null and ${hasNeededRole(needed)}` });
}

/**
 * Returns a subquery for the ids of the collections on which a holder was granted the needed role or a higher one. The
 * grant may be on the collection or on an ancestor.
 */
export function grantedCollections(holder: Holder, needed: Role) {
  const join = sql`join "CollectionAncestor" a on a."ancestorId" = g."collectionId"`;
  return grantColumn(sql`a."collectionId"`, { join, holder, condition: hasNeededRole(needed) });
}

/** Returns the needed role and all higher roles as a list of SQL literals. */
export function rolesFrom(needed: Role) {
  return sql.join(roles.slice(roles.indexOf(needed)).map((role) => sql.lit(role)));
}

function hasNeededRole(needed: Role) {
  return sql`g."role" in (${rolesFrom(needed)})`;
}

type Fragment = RawBuilder<unknown>;

/**
 * Returns a subquery that selects a column of a holder's grants. It is a union of the grants of the user and those of
 * its teams, so that both can use an index.
 */
function grantColumn(
  column: Fragment,
  { join, holder, condition }: { join: Fragment; holder: Holder; condition: Fragment },
) {
  if ('teamId' in holder)
    return sql<string>`select ${column} from "Grant" g ${join} where g."teamId" = ${holder.teamId} and ${condition}`;
  return sql<string>`select ${column} from "Grant" g ${join} where g."userId" = ${holder.userId} and ${condition}
    union all select ${column} from "TeamMember" m join "Grant" g on g."teamId" = m."teamId" ${join}
      where m."userId" = ${holder.userId} and ${condition}`;
}

/** Reads the grants of one user in a transaction, which cannot use the loaders of the request. */
export async function readGrants(read: Queries, userId: string): Promise<Grants> {
  return highestByPlace(await read.all(grantsQuery(read, [userId])));
}
