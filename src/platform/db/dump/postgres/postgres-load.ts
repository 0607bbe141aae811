import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../../base/errors.js';
import { mapStoreError } from '../../connection/store-errors.js';
import { mapPostgresError } from '../../postgres/postgres-errors.js';
import type { Counters } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import type { Load, LoadOptions, TablePosition } from '../contract/load.js';
import { copyHeader, copyTrailer, rowsOf } from '../format/copy-format.js';
import { openDumpClient } from './dump-client.js';
import { findSequences, orderTerms } from './postgres-dump.js';
import { requireStorable } from './storable-texts.js';

/** Opens a Postgres database for loading; see `open-load.ts`. */
export async function openPostgresLoad({ url, commits }: LoadOptions): Promise<Load> {
  const client = await openDumpClient(url);
  if (commits === 'atEnd') await client.query('begin');
  return {
    position: (table) => readPosition(client, table),
    async write(table, parts) {
      let failure: unknown;
      const watched = watchFailure(parts, (error) => {
        failure = error;
      });
      try {
        if (commits === 'atEnd' || table.refersToItself) return await copyParts(client, table, watched);
        let rows = 0;
        for await (const part of watched) rows += await copyParts(client, table, [part]);
        return rows;
      } catch (error) {
        throw failure ?? describeFailure(error, table);
      }
    },
    async finish(counters) {
      try {
        await setCounters(client, counters);
        if (commits === 'atEnd') await client.query('commit');
        // Without statistics, the first queries would have bad plans.
        await client.query('analyze');
      } finally {
        await client.end();
      }
    },
    abort: () => client.end(),
  };
}

async function readPosition(client: pg.Client, table: DumpTable): Promise<TablePosition> {
  const { name, key } = table;
  const [counted, last] = [
    await client.query(`select count(*)::float8 as count from "${name}"`),
    await client.query(
      `select ${key.map((column) => `"${column}"`).join(', ')} from "${name}" order by ${orderTerms(table, ' desc')} limit 1`,
    ),
  ];
  const [row] = last.rows;
  return { rows: counted.rows[0].count, last: row && key.map((column) => row[column]) };
}

/** Copies parts with one statement, which is one transaction unless one is open. References are checked at its end. */
async function copyParts(
  client: pg.Client,
  table: DumpTable,
  parts: AsyncIterable<DumpPart> | Iterable<DumpPart>,
): Promise<number> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const target = client.query(copyFrom(`copy "${table.name}" (${names}) from stdin (format binary)`));
  await pipeline(joinParts(table, parts), target);
  return target.rowCount;
}

async function* joinParts(table: DumpTable, parts: AsyncIterable<DumpPart> | Iterable<DumpPart>) {
  yield copyHeader;
  for await (const part of parts) {
    requireStorable(table, part);
    yield rowsOf(part);
  }
  yield copyTrailer;
}

/** Calls a function with an error of the iterated source, because it is not an error of the database. */
async function* watchFailure<Item>(items: AsyncIterable<Item>, onError: (error: unknown) => void) {
  try {
    yield* items;
  } catch (error) {
    onError(error);
    throw error;
  }
}

async function setCounters(client: pg.Client, counters: Counters): Promise<void> {
  if (Object.keys(counters).length === 0) return;
  for (const { table, sequence } of await findSequences(client)) {
    const last = counters[table];
    if (last !== undefined)
      await client.query(`select setval($1, greatest($2, last_value)) from ${sequence}`, [sequence, last]);
  }
}

/** Converts an error of Postgres about the rows of a table to one that names the table. */
function describeFailure(error: unknown, { name }: DumpTable): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? ''))
    return mapStoreError(mapPostgresError(error));
  const reason = [error.message, error.detail, error.where].filter(Boolean).join('; ');
  return new AppError('CONFLICT', `Cannot load the table ${name}: ${reason}. Correct the row`);
}
