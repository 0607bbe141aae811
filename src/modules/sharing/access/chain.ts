import { type SqlBool, sql } from 'kysely';
import type { Role } from '../../../access/viewer.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** A role that was granted on a space or collection, or on a collection above it. */
export interface PlaceGrant {
  placeId: string;
  role: Role;
  /** Team that holds the grant; null if the user holds it. */
  team: Row<'Team'> | null;
}

/** A space or collection whose access is explained. */
export type PlaceRow = Row<'Space'> | Row<'Collection'>;

/** Returns the collections above a space or collection, nearest first. Runs one query. */
export async function collectionsAbove(read: Queries, place: PlaceRow): Promise<Row<'Collection'>[]> {
  const query = read.sql
    .selectFrom('Collection')
    .innerJoin('CollectionAncestor', 'CollectionAncestor.ancestorId', 'Collection.id')
    .selectAll('Collection')
    .where('CollectionAncestor.collectionId', '=', place.parentId);
  const byId = new Map((place.parentId === null ? [] : await read.all(query)).map((row) => [row.id, row]));
  const above: Row<'Collection'>[] = [];
  for (let next = byId.get(place.parentId ?? ''); next; next = byId.get(next.parentId ?? '')) above.push(next);
  return above;
}

/**
 * Returns the grants of a user and of the teams of the user, in the order of their ids. Includes grants on the space or
 * collection and on the collections above it. Runs one query.
 */
export async function grantsOn(
  read: Queries,
  userId: string,
  place: Pick<PlaceRow, 'id' | 'parentId'>,
): Promise<PlaceGrant[]> {
  const onPlace = sql<SqlBool>`("Grant"."spaceId" = ${place.id} or "Grant"."collectionId" = ${place.id}
    or "Grant"."collectionId" in (select "ancestorId" from "CollectionAncestor" where "collectionId" = ${place.parentId}))`;
  const query = read.sql
    .selectFrom('Grant')
    .leftJoin('Team', 'Team.id', 'Grant.teamId')
    .selectAll('Team')
    .select(['Grant.role as granted', 'Grant.spaceId', 'Grant.collectionId'])
    .where('Grant.id', 'in', grantIdsOf(userId))
    .where(onPlace)
    .orderBy('Grant.id');
  return (await read.all(query)).map(({ granted, spaceId, collectionId, ...team }) => ({
    placeId: (spaceId ?? collectionId)!,
    role: granted as Role,
    team: team.id === null ? null : (team as Row<'Team'>),
  }));
}

/**
 * Returns a subquery for the ids of the grants of a user and of the teams of the user. Both halves of the union use an
 * index.
 */
function grantIdsOf(userId: string) {
  return sql<string>`(select g."id" from "Grant" g where g."userId" = ${userId}
    union all select g."id" from "TeamMember" m join "Grant" g on g."teamId" = m."teamId" where m."userId" = ${userId})`;
}

/** Returns a user's role in a team: `owner`, `member`, or null if the user is not in the team. */
export async function roleInTeam(read: Queries, userId: string, teamId: string): Promise<string | null> {
  const query = read.sql.selectFrom('TeamMember').select('role').where('teamId', '=', teamId);
  return (await read.first(query.where('userId', '=', userId)))?.role ?? null;
}
