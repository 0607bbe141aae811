import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ColumnName, tableMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';

/**
 * Returns the condition that no import or removal of an organization is in progress. Both write many transactions, and
 * rows that belong together are complete only after the last one.
 */
function isSettled(organizationId: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`${organizationId} not in (
    select "organizationId" from "OrganizationImport" where "finishedAt" is null
    union all select "organizationId" from "OrganizationDeletion" where "startedAt" is not null and "removedAt" is null)`;
}

/**
 * Returns the condition that neither the organization nor the space of a row is being imported or removed. It is always
 * true for tables without both.
 * @param alias alias of the table in the query
 */
export function isRowSettled(table: TableName, alias: string): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`1 = 1`];
  const { columns } = tableMetadata(table);
  const add = (column: string, isSettledValue: typeof isSettled): void => {
    const value = sql.ref(`${alias}.${column}`);
    conditions.push(sql`(${value} is null or ${isSettledValue(value)})`);
  };
  if (columns.organizationId) add('organizationId', isSettled);
  if (table === 'Organization') add('id', isSettled);
  if (columns.spaceId) add('spaceId', isNotPurged);
  if (table === 'Space') add('id', isNotPurged);
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>;
}

/** Returns the condition that a space is not being removed. The removal deletes what the space refers to. */
function isNotPurged(spaceId: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`${spaceId} not in (select "id" from "Space" where "purgedAt" is not null)`;
}

/** Returns the columns of the primary key of a table. */
export function keyOf<T extends TableName>(table: T): readonly ColumnName<T>[] {
  return tableMetadata(table).key as readonly ColumnName<T>[];
}
