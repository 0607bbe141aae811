import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { SiteParts } from './parts.js';

/** Tables of the parts, in the order of writes: referenced tables come first. */
const tables = { groups: 'SiteSectionGroup', sections: 'SiteSection', siteSpaces: 'SiteSpace' } as const;
const kinds = Object.keys(tables) as (keyof typeof tables)[];

interface PartRow {
  id: string;
}

/** Parts of a locked site, before and after a change. */
export interface PartsChange {
  site: Pick<Row<'Site'>, 'id'>;
  before: SiteParts;
  after: SiteParts;
}

/**
 * Writes the differences between two states of a site's parts: rows with the same change share one statement.
 * Increments the site's `structureVersion`, because readers cache the parts by that version.
 * @returns whether anything changed
 */
export async function saveParts(tx: Transaction, { site, before, after }: PartsChange): Promise<boolean> {
  const differences = kinds.map((kind) => differenceOf(kind, before, after));
  for (const { table, added } of differences) if (added.length > 0) await insertRows(tx, { table, rows: added });
  for (const { table, changed } of differences)
    for (const [columns, ids] of changed) await update(tx, table, { columns: JSON.parse(columns), ids });
  for (const { table, removed } of differences.reverse()) if (removed.length > 0) await remove(tx, table, removed);
  if (!differences.some(({ added, changed, removed }) => added.length + changed.size + removed.length > 0))
    return false;
  bufferUpdate(tx, { table: 'Site', where: { id: site.id }, add: { structureVersion: 1 } });
  return true;
}

function differenceOf(kind: keyof typeof tables, before: SiteParts, after: SiteParts) {
  const [oldRows, newRows] = [before[kind] as readonly PartRow[], after[kind] as readonly PartRow[]];
  const oldById = new Map(oldRows.map((row) => [row.id, row]));
  const currentIds = new Set(newRows.map(({ id }) => id));
  const changedRows = newRows.filter(
    (row) => oldById.has(row.id) && changedColumns(oldById.get(row.id)!, row) !== '{}',
  );
  return {
    table: tables[kind],
    added: newRows.filter(({ id }) => !oldById.has(id)),
    removed: oldRows.filter(({ id }) => !currentIds.has(id)).map(({ id }) => id),
    changed: groupBy(changedRows, (row) => changedColumns(oldById.get(row.id)!, row)),
  };
}

/** Returns the columns that differ, with their new values, as JSON text. */
function changedColumns(before: PartRow, after: PartRow): string {
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name as keyof PartRow]);
  return JSON.stringify(Object.fromEntries(changed));
}

type Table = (typeof tables)[keyof typeof tables];

async function update(
  { read }: Transaction,
  table: Table,
  { columns, ids }: { columns: object; ids: readonly PartRow[] },
): Promise<void> {
  const query = read.sql.updateTable(table as 'SiteSpace').set(columns);
  await read.all(
    query.where(
      read.inList(
        'id',
        ids.map(({ id }) => id),
      ),
    ),
  );
}

async function remove({ read }: Transaction, table: Table, ids: readonly string[]): Promise<void> {
  await read.all(read.sql.deleteFrom(table as 'SiteSpace').where(read.inList('id', ids)));
}
