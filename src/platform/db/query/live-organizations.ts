import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * Returns the condition that the organization of a row is not deleted. It holds for rows without an organization. It
 * costs one search by primary key for each row.
 * @param column column with the id of the organization
 */
export function inLiveOrganization(column = 'organizationId'): Expression<SqlBool> {
  return isLive(sql.ref(column));
}

/** Returns the condition that the organization with an id, or no organization, is not deleted. */
export function isLive(organizationId: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from "Organization" as "deleted"
    where "deleted"."id" = ${organizationId} and "deleted"."deletedAt" is not null)`;
}
