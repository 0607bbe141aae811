import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queries } from './queries.js';

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

/**
 * Reports whether an import of the organization is not finished. If so, rows that existing rows refer to, and rows that
 * refer to existing rows, may still be missing.
 */
export async function isBeingImported(read: Queries, organizationId: string): Promise<boolean> {
  const imports = read.sql.selectFrom('OrganizationImport').select('organizationId').where('finishedAt', 'is', null);
  return (await read.first(imports.where('organizationId', '=', organizationId))) !== undefined;
}
