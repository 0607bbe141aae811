import { type RawBuilder, sql } from 'kysely';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/** Rows that hang on a space: what others refer to comes behind them. */
interface Below {
  table: TableName;
  /** Columns of the key. */
  key: readonly string[];
  /** Which of them are the space's; default: those whose `spaceId` it is. */
  of?: (spaceId: string) => RawBuilder<unknown>;
  /** Most rows that one transaction removes; 500 unless they are large or refer to each other. */
  atOnce?: number;
}

/** What hangs on change requests and comments of a space, and has no column for it. */
const inSpace = (column: string, parent: TableName) => (spaceId: string) =>
  sql`${sql.ref(column)} in (select "id" from ${sql.table(parent)} where "spaceId" = ${spaceId})`;

/** All that hangs on a space, in the order in which it goes. A test holds it against the keys of the database. */
export const belowSpaces: readonly Below[] = [
  { table: 'RenderedPdf', key: ['organizationId', 'hash', 'part'], atOnce: 4 },
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
    of: (spaceId) => sql`"translationId" in (select "id" from "Translation" where "sourceSpaceId" = ${spaceId})`,
  },
  { table: 'Translation', key: ['id'], of: (spaceId) => sql`"sourceSpaceId" = ${spaceId}` },
  { table: 'Page', key: ['id'] },
  { table: 'File', key: ['id'] },
  { table: 'Reaction', key: ['commentId', 'emoji', 'userId'], of: inSpace('commentId', 'Comment') },
  {
    table: 'Comment',
    key: ['id'],
    of: (spaceId) => sql`"spaceId" = ${spaceId} and "threadId" is not null`,
  },
  { table: 'Comment', key: ['id'] },
  { table: 'Review', key: ['id'] },
  { table: 'ReviewRequest', key: ['changeRequestId', 'userId'] },
  {
    table: 'ConflictResolution',
    key: ['changeRequestId', 'conflictId'],
    of: inSpace('changeRequestId', 'ChangeRequest'),
  },
  { table: 'Revision', key: ['id'] },
  { table: 'ChangeRequest', key: ['id'] },
];

/** Removes some of what hangs on a space; false where nothing is left. */
export async function removeBelow({ read }: Transaction, spaceId: string): Promise<boolean> {
  for (const { table, key, of, atOnce = 500 } of belowSpaces) {
    const isOwn = of?.(spaceId) ?? sql`"spaceId" = ${spaceId}`;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const gone = await read.all(sql`delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${isOwn} limit ${atOnce}) returning 1 as gone`);
    if (gone.length > 0) return true;
  }
  return false;
}
