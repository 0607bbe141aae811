import { type Expression, type RawBuilder, sql } from 'kysely';
import { groupBy } from '../platform/arrays/group-by.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import type { Grants } from './effective-role.js';
import { higher, type Role, roles } from './viewer.js';

/**
 * All grants of a user and its teams, by the user's id. A grant on a collection also counts for its descendants. One
 * batch serves a whole request.
 */
export const grantsOfUser: LoaderDefinition<string, Grants> = {
  name: 'grantsOfUser',
  async load(queries, userIds) {
    const byUser = groupBy(await queries.all(grantsQuery(queries, userIds)), (row) => row.userId);
    return userIds.map((id) => highestByPlace(byUser.get(id) ?? []));
  },
};

/** A role that a user was granted on a space or collection. */
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

/** Holder of grants in a query: a user with its teams, or one team. */
export type Holder = { userId: string | Expression<string> } | { teamId: string | Expression<string> };

/**
 * Returns a subquery for the ids of spaces on which a holder was granted at least a role. It leaves out spaces in
 * granted collections.
 */
export function grantedSpaces(holder: Holder, needed: Role) {
  const space = sql`g."spaceId"`;
  return grantColumn(space, { join: sql``, holder, such: sql`${space} is not null and ${isFrom(needed)}` });
}

/**
 * Returns a subquery for the ids of collections on which a holder was granted at least a role, directly or on an
 * ancestor.
 */
export function grantedCollections(holder: Holder, needed: Role) {
  const join = sql`join "CollectionAncestor" a on a."ancestorId" = g."collectionId"`;
  return grantColumn(sql`a."collectionId"`, { join, holder, such: isFrom(needed) });
}

/** Returns a role and all higher ones, as a list of SQL values. */
export function rolesFrom(needed: Role) {
  return sql.join(roles.slice(roles.indexOf(needed)).map((role) => sql.lit(role)));
}

function isFrom(needed: Role) {
  return sql`g."role" in (${rolesFrom(needed)})`;
}

type Fragment = RawBuilder<unknown>;

/**
 * Returns a subquery for a column of a holder's grants. Grants of a user and of its teams are two halves of a union, so
 * that each uses an index.
 */
function grantColumn(column: Fragment, { join, holder, such }: { join: Fragment; holder: Holder; such: Fragment }) {
  if ('teamId' in holder)
    return sql<string>`select ${column} from "Grant" g ${join} where g."teamId" = ${holder.teamId} and ${such}`;
  return sql<string>`select ${column} from "Grant" g ${join} where g."userId" = ${holder.userId} and ${such}
    union all select ${column} from "TeamMember" m join "Grant" g on g."teamId" = m."teamId" ${join}
      where m."userId" = ${holder.userId} and ${such}`;
}

/** Reads the grants of one user in a transaction, without the loaders of the request. */
export async function readGrants(read: Queries, userId: string): Promise<Grants> {
  return highestByPlace(await read.all(grantsQuery(read, [userId])));
}
