import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { mapStoreError } from '../../connection/store-errors.js';
import { mapPostgresError } from '../../postgres/postgres-errors.js';
import type { Counters, Dump, DumpOptions, RowKey } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import { type DumpTable, dumpedTables } from '../contract/dumped-tables.js';
import { splitParts } from '../format/split-parts.js';
import { openDumpClient } from './dump-client.js';

/** Opens a dump of a Postgres database; see `open-dump.ts`. */
export async function openPostgresDump({ url, partBytes }: DumpOptions): Promise<Dump> {
  const client = await openDumpClient(url);
  await client.query('begin isolation level repeatable read read only');
  // The snapshot begins with the first statement.
  await client.query('select 1');
  return {
    provider: 'postgresql',
    tables: dumpedTables(),
    async count(table, until) {
      const { rows } = await client.query(`select count(*)::float8 as count ${rowsFrom(table, until && { until })}`);
      return rows[0].count;
    },
    counters: () => readCounters(client),
    parts: (table, after) => readParts(client, copyStatement(table, after), partBytes),
    close: () => client.end(),
  };
}

async function* readParts(client: pg.Client, statement: string, partBytes?: number): AsyncGenerator<DumpPart, void> {
  try {
    yield* splitParts(client.query(copyTo(statement)), partBytes);
  } catch (error) {
    throw mapStoreError(mapPostgresError(error));
  }
}

function copyStatement(table: DumpTable, after?: RowKey): string {
  const selection = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const rows = `${rowsFrom(table, after && { after })} order by ${orderTerms(table)}`;
  return `copy (select ${selection} ${rows}) to stdout (format binary)`;
}

/** Returns the clauses `from` and `where`. A copy has no parameters, so they contain the values of the key. */
function rowsFrom(table: DumpTable, range?: { after: RowKey } | { until: RowKey }): string {
  if (!range) return `from "${table.name}"`;
  const [operator, key] = 'after' in range ? ['>', range.after] : ['<=', range.until];
  const values = key.map((value) => pg.escapeLiteral(String(value))).join(', ');
  return `from "${table.name}" where (${orderTerms(table)}) ${operator} (${values})`;
}

/**
 * Returns the key columns as SQL terms whose order is the same on both databases. Text is compared by its bytes, and
 * not by a collation.
 * @param direction suffix of each term
 */
export function orderTerms({ columns, key }: DumpTable, direction = ''): string {
  const texts = new Set(columns.filter(({ kind }) => kind === 'string').map(({ name }) => name));
  return key.map((name) => `"${name}"${texts.has(name) ? ' collate "C"' : ''}${direction}`).join(', ');
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
