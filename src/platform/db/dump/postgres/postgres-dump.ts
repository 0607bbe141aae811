import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { mapStoreError } from '../../connection/store-errors.js';
import { mapPostgresError } from '../../postgres/postgres-errors.js';
import type { Counters, Dump, RowKey } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import { type DumpTable, dumpedTables } from '../contract/dumped-tables.js';
import { sqliteKey } from '../format/decode-row.js';
import { splitParts } from '../format/split-parts.js';
import { openDumpClient } from './dump-client.js';

/** Opens a dump of a Postgres database; see `open-dump.ts`. */
export async function openPostgresDump(url: string): Promise<Dump> {
  const client = await openDumpClient(url);
  await client.query('begin isolation level repeatable read read only');
  // The snapshot begins with the first statement.
  await client.query('select 1');
  return {
    provider: 'postgresql',
    tables: dumpedTables(),
    counters: () => readCounters(client),
    parts: (table, after) => readParts(client, table, after),
    close: () => client.end(),
  };
}

async function* readParts(client: pg.Client, table: DumpTable, after?: RowKey): AsyncGenerator<DumpPart, void> {
  try {
    yield* splitParts(client.query(copyTo(copyStatement(table, after))));
  } catch (error) {
    throw mapStoreError(mapPostgresError(error));
  }
}

/** Text is compared by its bytes, as on SQLite, and not by the rules of a language. */
function copyStatement(table: DumpTable, after?: RowKey): string {
  const { name, columns } = table;
  const terms = orderTerms(table).join(', ');
  const values = after && sqliteKey(table, after).map((value) => pg.escapeLiteral(String(value)));
  const where = values ? `where (${terms}) > (${values.join(', ')})` : '';
  const selection = columns.map((column) => `"${column.name}"`).join(', ');
  return `copy (select ${selection} from "${name}" ${where} order by ${terms}) to stdout (format binary)`;
}

/** Returns the key columns as SQL terms whose order is the same on both databases. */
export function orderTerms({ columns, key }: DumpTable): string[] {
  const texts = new Set(columns.filter(({ kind }) => kind === 'string').map(({ name }) => name));
  return key.map((name) => (texts.has(name) ? `"${name}" collate "C"` : `"${name}"`));
}

async function readCounters(client: pg.Client): Promise<Counters> {
  const counters: Record<string, number> = {};
  for (const { table, sequence } of await findSequences(client)) {
    const { rows } = await client.query(`select last_value, is_called from ${sequence}`);
    if (rows[0].is_called) counters[table] = Number(rows[0].last_value);
  }
  return counters;
}

/** Finds the sequences that number the keys of tables. */
export async function findSequences(client: pg.Client): Promise<{ table: string; sequence: string }[]> {
  const keys = dumpedTables().filter(
    ({ key, columns }) => columns.find(({ name }) => name === key[0])?.kind === 'int' && key.length === 1,
  );
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select * from (select "table", pg_get_serial_sequence(quote_ident("table"), "column") as sequence
      from unnest($1::text[], $2::text[]) as t ("table", "column")) as found where sequence is not null`,
    [keys.map(({ name }) => name), keys.map(({ key }) => key[0])],
  );
  return rows;
}
