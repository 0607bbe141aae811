import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { compareCodeUnits } from '../../../engine/base/canonical-json.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { tableMetadata } from '../../../platform/db/query/columns.js';
import { type AnyRow, type OrderedRows, readRange } from '../../../platform/db/query/ordered-rows.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { type ArchiveTable, archiveTables } from './archive-tables.js';

/** A column with the id of a user. */
export interface UserColumn {
  table: TableName;
  column: string;
}

/** Number of people that one read returns. */
const peoplePerRead = 500;

/** Columns with ids of users that are not foreign keys. */
const withoutForeignKey: readonly UserColumn[] = [
  { table: 'Event', column: 'actorId' },
  { table: 'Translation', column: 'runById' },
];

/** Returns all columns of an archive that contain ids of users. */
export function userColumns(): UserColumn[] {
  const foreignKeys = archiveTables.flatMap(({ name }) =>
    tableMetadata(name)
      .references.filter(({ table }) => table === 'User')
      .map(({ columns }) => ({ table: name, column: columns[0]! })),
  );
  return [...foreignKeys, ...withoutForeignKey];
}

/**
 * Yields the users that rows of the organization refer to, ordered by their ids. The e-mail address and the picture are
 * null for users who are not members. `organizationId` is null for a service account of another organization.
 */
export async function* readPeople(
  read: Queries,
  table: ArchiveTable,
  organizationId: string,
): AsyncGenerator<AnyRow[]> {
  const ids = await readUserIds(read, organizationId);
  const selection = table.columns.map((column) => columnValue(column, organizationId));
  for (const chunk of chunksOf(ids, peoplePerRead)) {
    const rows: OrderedRows = { table: 'User', selection, where: read.inList('id', chunk), order: table.order };
    yield await readRange(read, rows, { limit: peoplePerRead });
  }
}

async function readUserIds(read: Queries, organizationId: string): Promise<string[]> {
  const selects = userColumns().map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as id from ${sql.table(table)} where "organizationId" = ${organizationId}`,
  );
  const rows = await read.all(sql<{ id: string | null }>`${sql.join(selects, sql` union `)}`);
  return rows.flatMap(({ id }) => (id === null ? [] : [id])).sort(compareCodeUnits);
}

/**
 * Conditions on a user by column of `User`. If the condition does not hold, the archive contains null instead of the
 * value.
 */
const exportConditions: Record<string, (organizationId: string) => RawBuilder<SqlBool>> = {
  email: isMember,
  photoURL: isMember,
  organizationId: (organizationId) => sql`"organizationId" = ${organizationId}`,
};

function isMember(organizationId: string): RawBuilder<SqlBool> {
  return sql`exists (select 1 from "Member" m where m."organizationId" = ${organizationId} and m."userId" = "User"."id")`;
}

function columnValue(column: string, organizationId: string): Expression<unknown> {
  const condition = exportConditions[column]?.(organizationId);
  if (!condition) return sql.ref(column);
  return sql`case when ${condition} then ${sql.ref(column)} end as ${sql.id(column)}`;
}
