import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { DumpPart } from '../../../../src/platform/db/dump/contract/dump-part.js';
import { createPartWriter } from '../../../../src/platform/db/dump/format/encode-row.js';
import { openDump } from '../../../../src/platform/db/dump/open-dump.js';
import { openLoad } from '../../../../src/platform/db/dump/open-load.js';
import { emptyDatabase, provider } from '../../../support/database.js';
import { sampleRows, sampleTable } from './sample-table.js';

const definition =
  'create table "Sample" ("id" text primary key, "int" integer, "boolean" boolean, "datetime" timestamp(3), "json" jsonb, "bytes" bytea)';

it.runIf(provider === 'postgresql')('Postgres writes the same bytes as the encoder for rows of SQLite', async () => {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(definition);
  const check = async (rows: (string | number | Buffer | null)[][]) => {
    await client.query('truncate "Sample"');
    const writer = createPartWriter(sampleTable);
    for (const row of rows) {
      // Postgres stores JSON in a form of its own, which is what it returns.
      const values = row.map((value) => (value === null ? null : Buffer.isBuffer(value) ? value : String(value)));
      const sql =
        'insert into "Sample" values ($1, $2::int, $3::int::boolean, $4::timestamp, $5, $6) returning "json"::text';
      const { rows: stored } = await client.query(sql, values);
      writer.append(row.with(4, stored[0].json));
    }
    expect((await read(url)).map(({ bytes }) => bytes)).toEqual(rows.length > 0 ? [writer.take().bytes] : []);
  };
  await fc.assert(fc.asyncProperty(sampleRows, check), { numRuns: 20 });
  await client.end();
});

it.runIf(provider === 'postgresql')('Postgres loads the bytes of the encoder', async () => {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(definition);
  const writer = createPartWriter(sampleTable);
  writer.append(['a', -7, 1, '2026-01-02T03:04:05.678Z', '{"b":[1.5,null]}', Buffer.of(0, 255)]);
  writer.append(['b', null, 0, '0044-03-15T00:00:00.000Z', '"𝄞"', Buffer.alloc(0)]);
  const load = await openLoad({ url, commits: 'perPart' });
  expect(await load.write(sampleTable, parts(writer.take()))).toBe(2);
  await load.finish({});
  const { rows } = await client.query('select "id", "int", "boolean", "datetime"::text, "json", "bytes" from "Sample"');
  expect(rows).toEqual([
    {
      id: 'a',
      int: -7,
      boolean: true,
      datetime: '2026-01-02 03:04:05.678',
      json: { b: [1.5, null] },
      bytes: Buffer.of(0, 255),
    },
    { id: 'b', int: null, boolean: false, datetime: '0044-03-15 00:00:00', json: '𝄞', bytes: Buffer.alloc(0) },
  ]);
  await client.end();
});

async function read(url: string): Promise<DumpPart[]> {
  const dump = await openDump({ url });
  const found: DumpPart[] = [];
  for await (const part of dump.parts(sampleTable)) found.push(part);
  await dump.close();
  return found;
}

async function* parts(...all: DumpPart[]): AsyncGenerator<DumpPart> {
  yield* all;
}
