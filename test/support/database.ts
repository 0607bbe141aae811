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

/** Database of this test run, as set by the vitest project. */
export const provider: Provider = process.env.DOCGRAPH_TEST_PROVIDER === 'postgresql' ? 'postgresql' : 'sqlite';

/** A new migrated, empty database, and its store. */
export interface TestDatabase {
  url: string;
  store: Store;
}

/** Creates a database for a test file (or a test). It is closed and removed after the file. */
export async function testDatabase(options: Partial<StoreOptions> = {}): Promise<TestDatabase> {
  const url = await migratedDatabase();
  // Many concurrent calls of a test may wait in the queue, so the store waits longer than for real callers.
  const store = await openStore({ url, patience: 10, ...options });
  cleanUps.push(() => store.close());
  return { url, store };
}

/** Returns the URL of a database without any tables; an empty file on SQLite. */
export async function emptyDatabase(): Promise<string> {
  if (provider === 'postgresql') return createPostgresDatabase('template1');
  const path = join(testFolder(), 'test.db');
  writeFileSync(path, '');
  return `file:${path}`;
}

/** Returns the URL of a migrated, empty database. */
export async function migratedDatabase(): Promise<string> {
  if (provider === 'postgresql') return createPostgresDatabase(inject('postgresTemplate'));
  const url = await emptyDatabase();
  copyFileSync(inject('sqliteTemplate'), sqlitePath(url));
  return url;
}

/** Creates a folder that is removed after the file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-test-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs statements as the administrator of the server. */
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

/** Registers a function that closes a resource on a database before the database is removed. */
export function atEnd(close: () => Promise<void> | void): void {
  cleanUps.push(close);
}

/** Removes the resources of a test file in reverse order, so that a store is closed before its file is removed. */
export async function cleanUp(): Promise<void> {
  for (const remove of cleanUps.splice(0).reverse()) await remove();
}
