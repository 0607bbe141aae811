import { type RawBuilder, sql } from 'kysely';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/** A table with rows that depend on a space. Tables come before the tables that they refer to. */
interface DependentTable {
  table: TableName;
  /** Columns of the table's primary key. */
  key: readonly string[];
  /** Condition for the rows of a space; by default, `spaceId` must be the id of the space. */
  condition?: (spaceId: string) => RawBuilder<unknown>;
  /** Maximum number of rows that one transaction removes; 500 unless rows are large or refer to each other. */
  batchSize?: number;
}

/**
 * Returns a condition for rows without a column for the space. They refer to change requests or comments of the space.
 */
const inSpace = (column: string, parent: TableName) => (spaceId: string) =>
  sql`${sql.ref(column)} in (select "id" from ${sql.table(parent)} where "spaceId" = ${spaceId})`;

/**
 * All tables with rows of a space, in the order of deletion. A test compares them with the foreign keys of the
 * database.
 */
export const spaceDependents: readonly DependentTable[] = [
  { table: 'RenderedPdf', key: ['organizationId', 'hash', 'part'], batchSize: 4 },
  { table: 'Grant', key: ['id'] },
  { table: 'InviteLink', key: ['id'] },
  { table: 'Link', key: ['spaceId', 'pageId', 'position'] },
  { table: 'LinkHeadings', key: ['pageId'] },
  { table: 'LinkSpace', key: ['spaceId'] },
  { table: 'SearchPage', key: ['pageId'] },
  { table: 'SearchSpace', key: ['spaceId'] },
  { table: 'FormerPagePath', key: ['spaceId', 'path'] },
  {
    table: 'TranslatedPage',
    key: ['translationId', 'pageId'],
    condition: (spaceId) => sql`"translationId" in (select "id" from "Translation" where "sourceSpaceId" = ${spaceId})`,
  },
  { table: 'Translation', key: ['id'], condition: (spaceId) => sql`"sourceSpaceId" = ${spaceId}` },
  { table: 'Page', key: ['id'] },
  { table: 'File', key: ['id'] },
  { table: 'Reaction', key: ['commentId', 'emoji', 'userId'], condition: inSpace('commentId', 'Comment') },
  {
    table: 'Comment',
    key: ['id'],
    condition: (spaceId) => sql`"spaceId" = ${spaceId} and "threadId" is not null`,
  },
  { table: 'Comment', key: ['id'] },
  { table: 'Review', key: ['id'] },
  { table: 'ReviewRequest', key: ['changeRequestId', 'userId'] },
  {
    table: 'ConflictResolution',
    key: ['changeRequestId', 'conflictId'],
    condition: inSpace('changeRequestId', 'ChangeRequest'),
  },
  { table: 'Revision', key: ['id'] },
  { table: 'ChangeRequest', key: ['id'] },
];

/** Removes some of the rows that depend on a space. Returns false if none is left. */
export async function deleteDependents({ read }: Transaction, spaceId: string): Promise<boolean> {
  for (const { table, key, condition, batchSize = 500 } of spaceDependents) {
    const isInSpace = condition?.(spaceId) ?? sql`"spaceId" = ${spaceId}`;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const deleted = await read.all(sql`delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${isInSpace} limit ${batchSize}) returning 1 as gone`);
    if (deleted.length > 0) return true;
  }
  return false;
}
