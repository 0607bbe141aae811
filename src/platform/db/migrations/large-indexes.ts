import type { ClientBase } from 'pg';
import type { LockWait } from '../connection/lock-waits.js';

/**
 * Minimum number of rows of a table whose indexes are built concurrently. With fewer rows, building an index takes well
 * below a second.
 */
const minRowsOfLargeTable = 100_000;

/** A statement of a script that creates an index. */
interface NewIndex {
  name: string;
  table: string;
  /** SQL of the statement after `INDEX`, beginning with the name, without the semicolon. */
  definition: string;
  unique: boolean;
}

const indexStatement = /^CREATE (UNIQUE )?INDEX ("([^"]+)" ON "([^"]+)"[^;]*);/gm;

/** Returns the indexes that a script creates on existing tables. */
export function indexesOnExistingTables(script: string): NewIndex[] {
  const createdTables = new Set([...script.matchAll(/^CREATE TABLE "([^"]+)"/gm)].map(([, table]) => table));
  return [...script.matchAll(indexStatement)]
    .map(
      ([, unique, definition, name, table]) => ({ name, table, definition, unique: unique !== undefined }) as NewIndex,
    )
    .filter(({ table }) => !createdTables.has(table));
}

/**
 * Builds the indexes of a script on large tables concurrently, before the script runs, so that other connections can
 * read and write. The script builds the remaining indexes, such as an index on a column that it adds.
 * @returns the script, changed so that it skips existing indexes
 */
export async function buildLargeIndexes(client: ClientBase, script: string, { onReport }: LockWait): Promise<string> {
  const large: NewIndex[] = [];
  for (const index of indexesOnExistingTables(script)) if (await isLarge(client, index.table)) large.push(index);
  if (large.length === 0) return script;
  // The build waits for open transactions. It blocks no other connection while it waits.
  await client.query('set lock_timeout to 0');
  for (const index of large) {
    onReport?.(`building the index ${index.name} on the large table ${index.table}; servers go on meanwhile`);
    await buildOne(client, index);
  }
  await client.query('reset lock_timeout');
  return script.replace(indexStatement, 'CREATE $1INDEX IF NOT EXISTS $2;');
}

async function buildOne(client: ClientBase, { name, definition, unique }: NewIndex): Promise<void> {
  // An interrupted concurrent build leaves an invalid index, which must be dropped.
  if (await isInvalid(client, name)) await drop(client, name);
  try {
    await client.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY IF NOT EXISTS ${definition}`);
  } catch {
    await drop(client, name);
  }
}

async function drop(client: ClientBase, name: string): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
}

async function isLarge(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass($1) is not null as exists`, [`"${table}"`]);
  if (!rows[0].exists) return false;
  const found = await client.query(
    `select count(*)::int as count from (select 1 from "${table}" limit ${minRowsOfLargeTable + 1}) as counted`,
  );
  return found.rows[0].count > minRowsOfLargeTable;
}

async function isInvalid(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    `"${name}"`,
  ]);
  return rows.length > 0;
}
