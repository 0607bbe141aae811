import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, it } from 'vitest';
import { groupBy } from '../../../src/platform/arrays/group-by.js';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { migrate, migrationStatus } from '../../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import { fullTextTables } from '../../../src/platform/db/query/full-text.js';
import { emptyDatabase, provider } from '../../support/database.js';

const shipped = readMigrations(provider);

interface Column {
  table: string;
  name: string;
  type: string;
}

/** A database without checks of foreign keys. */
interface Client {
  /** Returns the columns that must have a value. */
  columns(): Promise<Column[]>;
  run(sql: string): Promise<unknown>;
  count(table: string): Promise<number>;
  close(): unknown;
}

const openClient = { sqlite: openSqlite, postgresql: openPostgres }[provider];

function openSqlite(url: string): Client {
  const database = new Database(sqlitePath(url));
  database.pragma('foreign_keys = off');
  const columns = `select t.name as "table", c.name, c.type from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and (c."notnull" or c.pk)`;
  return {
    columns: async () => database.prepare(columns).all() as Column[],
    run: async (sql) => database.exec(sql),
    count: async (table) => database.prepare(`select count(*) from "${table}"`).pluck().get() as number,
    close: () => database.close(),
  };
}

function openPostgres(url: string): Client {
  const client = new pg.Client({ connectionString: url });
  const connected = client.connect().then(() => client.query('set session_replication_role = replica'));
  const query = async (sql: string) => connected.then(() => client.query(sql));
  const columns = `select table_name as "table", column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' and is_nullable = 'NO'`;
  return {
    columns: async () => (await query(columns)).rows,
    run: query,
    count: async (table) => Number((await query(`select count(*) from "${table}"`)).rows[0].count),
    close: () => client.end(),
  };
}

/** Returns a value for a column, as SQL. Equal ids in all tables satisfy every foreign key. */
function valueFor({ type }: Column): string {
  if (/json/i.test(type)) return `'{}'`;
  if (/int|decimal|numeric|double|real/i.test(type)) return '1';
  if (/bool/i.test(type)) return 'false';
  if (/date|time/i.test(type)) return `'2026-01-02T03:04:05.670Z'`;
  if (/blob/i.test(type)) return `x'00'`;
  if (/bytea/i.test(type)) return `'\\x00'`;
  return `'x'`;
}

/** Adds a row to each empty table; returns the names of all tables with rows. */
async function fillTables(client: Client): Promise<string[]> {
  const tables = groupBy(await client.columns(), ({ table }) => table);
  const names = [...tables.keys()].filter(isOrdinary);
  for (const table of names) {
    if ((await client.count(table)) > 0) continue;
    const columns = tables.get(table)!;
    const list = columns.map(({ name }) => `"${name}"`).join(', ');
    await client.run(`insert into "${table}" (${list}) values (${columns.map(valueFor).join(', ')})`);
  }
  return names;
}

const isOrdinary = (table: string): boolean =>
  table !== '_prisma_migrations' && !fullTextTables.some((name) => table.startsWith(name));

it('each migration runs on a database that has rows in every table', async () => {
  const url = await emptyDatabase();
  const { migrations } = shipped;
  for (const count of migrations.keys()) {
    await migrate({ url, folder: { ...shipped, migrations: migrations.slice(0, count + 1) } });
    const client = openClient(url);
    const tables = await fillTables(client);
    expect(tables.length).toBeGreaterThan(0);
    await client.close();
  }
  expect((await migrationStatus({ url })).pending).toEqual([]);
  const store = await openStore({ url });
  for (const table of ['Space', 'Organization'] as const) {
    const rows = await store.read.all(store.read.sql.selectFrom(table).select(['title', 'titleKey']));
    expect(rows).toEqual([{ title: 'x', titleKey: 'x' }]);
  }
  await store.close();
});
