import pg from 'pg';
import { mapStoreError } from '../connection/store-errors.js';
import type { ResultSet, Snapshot, Statement } from '../query/runner.js';
import { mapPostgresError } from './postgres-errors.js';
import { clientOptions, sessionDefaults } from './postgres-pool.js';
import { resultShape } from './postgres-types.js';

/** Factor of the timeouts: a statement may take minutes, as may the work between two statements. */
const patience = 30;

/** Opens a snapshot of a Postgres database: a connection with one read-only transaction. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client(clientOptions(url, { patience }));
  // A broken connection makes the next statement fail.
  client.on('error', () => {});
  const refuse = (error: unknown) => Promise.reject(mapStoreError(mapPostgresError(error)));
  const open = async (): Promise<void> => {
    await client.connect();
    await client.query(sessionDefaults);
    await client.query('begin isolation level repeatable read read only');
  };
  await open().catch(refuse);
  return {
    runner: { provider: 'postgresql', run: (statement) => runOnClient(client, statement).catch(refuse) },
    close: () => client.end(),
  };
}

async function runOnClient(client: pg.Client, { sql, parameters }: Statement): Promise<ResultSet> {
  const query = { text: sql, values: [...parameters], rowMode: 'array' as const, types: textOnly };
  const { fields, rows } = await client.query<(string | null)[]>(query);
  const { parsers, names, kinds } = resultShape(fields);
  return {
    names,
    kinds,
    rows: rows.map((row) => row.map((text, index) => (text === null ? null : parsers[index]!(text)))),
  };
}

/** Returns all values as text, which the parsers of the store read. */
const textOnly = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;
