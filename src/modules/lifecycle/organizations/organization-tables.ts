import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { tablesParentsFirst } from '../../../platform/db/query/table-order.js';

/**
 * Tables with a column `organizationId` that are not in `organizationTables`. The record of the deletion stays. Service
 * accounts can be authors in other organizations, so `service-accounts.ts` removes them. The content garbage collection
 * deletes objects, and then the records of that.
 */
const exceptions: readonly TableName[] = ['ObjectDeletion', 'OrganizationDeletion', 'User'];

/**
 * All other tables with a column `organizationId`, in the order of removal: a table comes before the tables that it
 * refers to.
 */
export const organizationTables: readonly TableName[] = [...tablesParentsFirst]
  .reverse()
  .filter((table) => 'organizationId' in tableMetadata(table).columns && !exceptions.includes(table));

/** Maximum number of rows that one transaction removes from tables with large rows; 500 from other tables. */
const rowsPerTransaction: { readonly [Table in TableName]?: number } = {
  Blob: 20,
  RenderedPdf: 4,
  TreeNode: 200,
  ConversationText: 100,
  SearchPage: 100,
};

/** Returns the maximum number of rows that one transaction removes from a table. */
export function chunkSize(table: TableName): number {
  return rowsPerTransaction[table] ?? 500;
}
