import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { openStore } from '../../src/platform/db/open.js';
import type { Provider } from '../../src/platform/db/query/runner.js';
import type { Store, StoreOptions } from '../../src/platform/db/write/store.js';

/** The database that this run of the tests is on; the vitest project says which. */
export const provider: Provider = process.env.DOCGRAPH_TEST_PROVIDER === 'postgresql' ? 'postgresql' : 'sqlite';

/** A migrated, empty database of its own, and a store on it. */
export interface TestDatabase {
  url: string;
  store: Store;
}

/** Makes a database for a test file (or a test); it is closed and removed when the file is done. */
export async function testDatabase(options: Partial<StoreOptions> = {}): Promise<TestDatabase> {
  const url = await migratedDatabase();
  // What tests send at once waits for its turn, beside other work for longer than a caller should.
  const store = await openStore({ url, patience: 10, ...options });
  cleanUps.push(() => store.close());
  return { url, store };
}

/** The URL of a database without any tables; an empty file on SQLite. */
export async function emptyDatabase(): Promise<string> {
  if (provider === 'postgresql') return createPostgresDatabase('template1');
  const path = join(testFolder(), 'test.db');
  writeFileSync(path, '');
  return `file:${path}`;
}

/** The URL of a migrated, empty database. */
export async function migratedDatabase(): Promise<string> {
  if (provider === 'postgresql') return createPostgresDatabase(inject('postgresTemplate'));
  const url = await emptyDatabase();
  copyFileSync(inject('sqliteTemplate'), sqlitePath(url));
  return url;
}

/** A folder of its own, removed when the file is done. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-test-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs statements as the server's administrator. */
export async function administerPostgres(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createPostgresDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administerPostgres(`create database ${name} template ${template}`);
  cleanUps.push(() => administerPostgres(`drop database ${name} with (force)`));
  return new URL(`/${name}`, inject('postgresUrl')).href;
}

const cleanUps: (() => Promise<void> | void)[] = [];

/** Closes what a test opened on a database, before the database is removed. */
export function atEnd(close: () => Promise<void> | void): void {
  cleanUps.push(close);
}

/** Removes what a test file made. Last made, first removed: a store is closed before its file goes. */
export async function cleanUp(): Promise<void> {
  for (const remove of cleanUps.splice(0).reverse()) await remove();
}
