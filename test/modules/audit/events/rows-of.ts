import { tables } from '../../../../src/platform/db/generated/columns.js';
import type { Table } from '../../../../src/platform/db/query/columns.js';
import type { Queries } from '../../../../src/platform/db/query/queries.js';

/** Tables with rows of organizations, except the event log. */
const ownedTables = Object.entries(tables as Record<string, Table>).filter(
  ([name, { columns }]) => columns.organizationId && name !== 'Event',
);

/** A row of the store. */
export interface StoredRow {
  table: string;
  row: any;
}

/** Returns all rows of an organization except its log, table by table, sorted by their JSON. */
export async function readOrganizationRows(read: Queries, organizationId: string): Promise<StoredRow[]> {
  const found = await Promise.all(ownedTables.map(([name, table]) => ownedRows(read, { name, table, organizationId })));
  const organization = read.sql.selectFrom('Organization').selectAll().where('id', '=', organizationId);
  const { eventSequence: _ofTheLog, ...row } = (await read.first(organization))!;
  return [...found.flat(), { table: 'Organization', row }];
}

async function ownedRows(
  read: Queries,
  { name: table, table: { columns }, organizationId }: { name: string; table: Table; organizationId: string },
): Promise<StoredRow[]> {
  // Excludes the bytes of blobs, because their hashes identify them.
  const comparedColumns = Object.entries(columns).flatMap(([column, { kind }]) => (kind === 'bytes' ? [] : [column]));
  const query = read.sql.selectFrom(table as 'Space').select(comparedColumns as 'id'[]);
  const rows = await read.all(query.where('organizationId', '=', organizationId));
  return rows
    .map((row) => ({ table, row }))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
