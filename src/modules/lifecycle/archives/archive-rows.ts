import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chunksWithin } from '../../../platform/arrays/chunks-of.js';
import { type BlobRow, readBytes } from '../../../platform/blobs/read-blob-objects.js';
import { type AnyRow, type OrderedRows, readInOrder, readRange } from '../../../platform/db/query/ordered-rows.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { ArchiveTable } from './archive-tables.js';
import { readPeople } from './people.js';

/** Maximum number of rows per read. */
const rowsPerRead = 500;

/** Number of rows whose sizes are read at a time. */
const sizesPerRead = 5_000;

/** Maximum number of bytes per read, unless a single row is larger. */
const bytesPerRead = 4 * 1_048_576;

/**
 * SQL for the size of a row in bytes, by table; only for tables with large rows. The sizes are read first, so that each
 * read of rows stays below `bytesPerRead`.
 */
const sizeExpressions: Partial<Record<TableName, RawBuilder<number>>> = {
  Blob: sql`"size"`,
  TreeNode: sql`octet_length("content")`,
  ConversationText: sql`octet_length(cast("parts" as text))`,
};

/** Key columns that contain arbitrary text instead of ids, hashes or numbers. */
const textColumns = new Set(['path', 'basename', 'emoji', 'group', 'conflictId']);

/** Columns of a blob that say where its bytes are; archives do not contain them. */
const blobColumns = ['inObjectStorage'];

/** Yields the rows of an organization in a table, a batch at a time, in the order of the archive. */
export function readRows(read: Queries, table: ArchiveTable, organizationId: string): AsyncGenerator<AnyRow[]> {
  if (table.name === 'User') return readPeople(read, table, organizationId);
  const owner = table.name === 'Organization' ? 'id' : 'organizationId';
  const rows: OrderedRows = {
    table: table.name,
    selection: [...table.columns, ...(table.name === 'Blob' ? blobColumns : [])].map((column) => sql.ref(column)),
    where: sql<SqlBool>`${sql.ref(owner)} = ${organizationId}`,
    order: table.order,
    textColumns,
  };
  const size = sizeExpressions[table.name];
  return size ? readLarge(read, rows, size) : readInOrder(read, rows, rowsPerRead);
}

async function* readLarge(read: Queries, rows: OrderedRows, size: RawBuilder<number>): AsyncGenerator<AnyRow[]> {
  const keys = rows.order.map((column) => sql.ref(column));
  const sized: OrderedRows = { ...rows, selection: [...keys, sql`${size} as "$size"`] };
  let after: AnyRow | undefined;
  for await (const found of readInOrder(read, sized, sizesPerRead)) {
    for (const group of chunksWithin(found, { items: rowsPerRead, bytes: bytesPerRead }, (row) => Number(row.$size))) {
      const until = group.at(-1);
      yield await withBytes(read, rows, await readRange(read, rows, { after, until, limit: rowsPerRead }));
      after = until;
    }
  }
}

/** Returns rows with their bytes if they are blobs, wherever the bytes are. */
async function withBytes(read: Queries, { table }: OrderedRows, rows: AnyRow[]): Promise<AnyRow[]> {
  if (table !== 'Blob') return rows;
  const bytes = await readBytes(read, rows as unknown as BlobRow[]);
  return rows.map((row, index) => ({ ...row, bytes: bytes[index] }));
}
