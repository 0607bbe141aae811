import type { Transaction } from './transaction.js';

/** Tables whose rows are known by their content: by its hash, by an e-mail address. Any row of the same key will do. */
type ContentTable = 'blob' | 'treeNode' | 'user';

/**
 * Inserts rows whose keys were not there a moment ago. On Postgres another transaction may be inserting the same ones,
 * which are then left alone; on SQLite there is one writer, and Prisma has no `skipDuplicates`.
 */
export async function insertMissing(tx: Transaction, table: ContentTable, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  const skipDuplicates = tx.read.provider === 'postgresql' ? { skipDuplicates: true } : {};
  const client = tx.prisma[table] as unknown as { createMany(input: object): Promise<unknown> };
  await client.createMany({ data: rows, ...skipDuplicates });
}
