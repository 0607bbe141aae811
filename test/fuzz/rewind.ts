import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { TestApp } from '../support/app.js';
import { atEnd, provider, testFolder } from '../support/database.js';

/** Restores a database to its snapshot, so that every request finds the same data. */
export interface DatabaseSnapshot {
  /** Returns the tables that differ from the snapshot; empty after a request that wrote nothing. */
  changed(): Promise<string[]>;
  /** Restores the snapshot. */
  rewind(): Promise<void>;
}

/**
 * Tables in which a refused request may leave rows. Blobs and tree nodes are invisible unless a revision names them,
 * and
 * garbage collection deletes the others. Rendered PDFs are cached.
 */
const ignoredTables = new Set(['Blob', 'TreeNode', 'RenderedPdf']);

/** Column that may change with any request: the last use of a token is written every few minutes. */
const ignoredColumn = 'lastUsedAt';

/** Takes a snapshot of a database. Nothing may write to it meanwhile. */
export async function takeSnapshot(test: TestApp): Promise<DatabaseSnapshot> {
  return provider === 'sqlite' ? snapshotFile(test.url.slice('file:'.length)) : snapshotSchema(test.url);
}

async function snapshotFile(path: string): Promise<DatabaseSnapshot> {
  const copy = join(testFolder(), 'remembered.db');
  const live = new Database(path);
  await live.backup(copy);
  const kept = new Database(copy, { readonly: true });
  atEnd(() => {
    live.close();
    kept.close();
  });
  const names = live
    .prepare(`select name from sqlite_schema where type = 'table' and name not like '\\_%' escape '\\'`)
    .pluck()
    .all() as string[];
  const tables = names.filter((name) => !ignoredTables.has(name) && !name.startsWith('search_fts'));
  const hashOf = (database: Database.Database, table: string): string =>
    hashRows(database.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]);
  const before = new Map(tables.map((table) => [table, hashOf(live, table)]));
  const version = (): unknown => live.pragma('data_version', { simple: true });
  let seen = version();
  return {
    async changed() {
      if (version() === seen) return [];
      return tables.filter((table) => hashOf(live, table) !== before.get(table));
    },
    async rewind() {
      if (version() === seen) return;
      await kept.backup(path);
      seen = version();
    },
  };
}

async function snapshotSchema(url: string): Promise<DatabaseSnapshot> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  const { rows } = await client.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like '\\_%'`,
  );
  const names = rows.map(({ name }) => name as string);
  await client.query('create schema remembered; set session_replication_role = replica');
  for (const name of names) await client.query(`create table remembered."${name}" as table public."${name}"`);
  const tables = names.filter((name) => !ignoredTables.has(name));
  const hashes = tables.map(
    (name) =>
      `(select md5(string_agg(row, ',' order by row)) from (select (to_jsonb(t) - '${ignoredColumn}')::text as row from public."${name}" t) rows) as "${name}"`,
  );
  const state = async (): Promise<Record<string, string>> =>
    (await client.query(`select ${hashes.join(', ')}`)).rows[0];
  const before = await state();
  const all = names.map((name) => `public."${name}"`);
  const copies = names.map((name) => `insert into public."${name}" select * from remembered."${name}"`);
  let dirty = false;
  return {
    async changed() {
      const now = await state();
      const found = tables.filter((name) => now[name] !== before[name]);
      dirty ||= found.length > 0;
      return found;
    },
    async rewind() {
      if (!dirty) return;
      await client.query(`begin; truncate ${all.join(', ')}; ${copies.join('; ')}; commit`);
      dirty = false;
    },
  };
}

/** Returns a hash of rows that does not depend on their order. */
function hashRows(rows: Record<string, unknown>[]): string {
  const texts = rows.map((row) => JSON.stringify({ ...row, [ignoredColumn]: undefined })).sort();
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
