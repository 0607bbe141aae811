import { tableMetadata, tableNames } from './columns.js';
import type { TableName } from './rows.js';

/**
 * All tables in the order in which rows can be inserted: a table comes after the tables that it refers to. Rows can be
 * deleted in the reverse order. Tables that do not depend on each other keep the order of the schema.
 * `selfReferences` has the references that this order cannot satisfy.
 */
export const tablesParentsFirst: readonly TableName[] = sortParentsFirst();

/**
 * Returns the columns by which a row refers to another row of its own table, such as `threadId` of `Comment`; empty for
 * most tables. The columns of the organization are left out.
 */
export function selfReferences(table: TableName): string[] {
  const own = tableMetadata(table).references.filter((reference) => reference.table === table);
  return own.flatMap(({ columns }) => columns.filter((column) => column !== 'organizationId'));
}

/** Returns a table, and all tables that refer to it directly or through others. */
export function withDependents(table: TableName): Set<TableName> {
  const found = new Set([table]);
  for (const name of tablesParentsFirst) if (parentsOf(name).some((parent) => found.has(parent))) found.add(name);
  return found;
}

function sortParentsFirst(): TableName[] {
  const sorted = new Set<TableName>();
  const place = (table: TableName, below: readonly TableName[]): void => {
    if (below.includes(table)) throw new Error(`The tables ${[...below, table].join(', ')} refer to each other`);
    if (sorted.has(table)) return;
    for (const parent of parentsOf(table)) place(parent, [...below, table]);
    sorted.add(table);
  };
  for (const table of tableNames) place(table, []);
  return [...sorted];
}

function parentsOf(table: TableName): TableName[] {
  return tableMetadata(table)
    .references.map((reference) => reference.table)
    .filter((parent) => parent !== table);
}
