import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../../base/errors.js';
import { mapStoreError } from '../../connection/store-errors.js';
import { mapPostgresError } from '../../postgres/postgres-errors.js';
import type { Counters } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import type { Load, LoadOptions } from '../contract/load.js';
import { copyHeader, copyTrailer, rowsOf } from '../format/copy-format.js';
import { openDumpClient } from './dump-client.js';
import { findSequences } from './postgres-dump.js';
import { requireStorable } from './storable-texts.js';

/** Opens a Postgres database for loading; see `open-load.ts`. */
export async function openPostgresLoad({ url, commits }: LoadOptions): Promise<Load> {
  const client = await openDumpClient(url);
  if (commits === 'atEnd') await client.query('begin');
  return {
    async write(table, parts) {
      try {
        if (commits === 'atEnd' || table.refersToItself) return await copyParts(client, table, parts);
        let rows = 0;
        for await (const part of parts) rows += await copyParts(client, table, [part]);
        return rows;
      } catch (error) {
        throw describeFailure(error, table);
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

async function setCounters(client: pg.Client, counters: Counters): Promise<void> {
  for (const { table, sequence } of await findSequences(client)) {
    const last = counters[table];
    if (last !== undefined)
      await client.query('select setval($1, greatest($2, last_value)) from ' + sequence, [sequence, last]);
  }
}

/** Converts an error of Postgres about the rows of a table to one that names the table. */
function describeFailure(error: unknown, { name }: DumpTable): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? ''))
    return mapStoreError(mapPostgresError(error));
  const reason = [error.message, error.detail, error.where].filter(Boolean).join('; ');
  return new AppError('CONFLICT', `Cannot load the table ${name}: ${reason}. Correct the row`);
}
