import type { ClientBase } from 'pg';
import type { LockWait } from '../connection/lock-waits.js';

/** Rows from which on an index is built beside writes; building it for fewer takes well below a second. */
const largeFrom = 100_000;

/** A statement of a script that makes an index. */
interface NewIndex {
  name: string;
  table: string;
  /** What follows `INDEX`, from the name on, without the semicolon. */
  definition: string;
  unique: boolean;
}

const indexStatement = /^CREATE (UNIQUE )?INDEX ("([^"]+)" ON "([^"]+)"[^;]*);/gm;

/** The indexes that a script makes on tables that it does not make itself. */
export function indexesOf(script: string): NewIndex[] {
  const made = new Set([...script.matchAll(/^CREATE TABLE "([^"]+)"/gm)].map(([, table]) => table));
  return [...script.matchAll(indexStatement)]
    .map(
      ([, unique, definition, name, table]) => ({ name, table, definition, unique: unique !== undefined }) as NewIndex,
    )
    .filter(({ table }) => !made.has(table));
}

/**
 * Builds the indexes of a script on large tables before the script is run: concurrently, while others read and write. An
 * index that cannot be built this way, such as one of a column that the script adds, is left to the script.
 * @returns the script, which passes over the indexes that exist
 */
export async function buildLargeIndexes(client: ClientBase, script: string, { onReport }: LockWait): Promise<string> {
  const large: NewIndex[] = [];
  for (const index of indexesOf(script)) if (await isLarge(client, index.table)) large.push(index);
  if (large.length === 0) return script;
  // It waits for transactions that are under way, and holds nobody up meanwhile.
  await client.query('set lock_timeout to 0');
  for (const index of large) {
    onReport?.(`building the index ${index.name} on the large table ${index.table}; servers go on meanwhile`);
    await buildOne(client, index);
  }
  await client.query('reset lock_timeout');
  return script.replace(indexStatement, 'CREATE $1INDEX IF NOT EXISTS $2;');
}

async function buildOne(client: ClientBase, { name, definition, unique }: NewIndex): Promise<void> {
  // An interrupted build leaves an index that is not used.
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
    `select count(*)::int as count from (select 1 from "${table}" limit ${largeFrom + 1}) as counted`,
  );
  return found.rows[0].count > largeFrom;
}

async function isInvalid(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    `"${name}"`,
  ]);
  return rows.length > 0;
}
