import { sql } from 'kysely';
import { sqlitePath } from '../connection/store-url.js';
import type { Queries } from '../query/queries.js';
import { readFiles } from '../sqlite/file-figures.js';

/** Sizes of a database on disk, in bytes. */
export interface DatabaseSize {
  /** Size of the whole database: on SQLite of its file and the write-ahead log, on Postgres as the server states it. */
  total: number;
  /** Sizes of tables by name, without their indexes; those of Postgres include large values. */
  tables: Map<string, number>;
  /** All indexes together. */
  indexes: number;
  /** Free pages that the SQLite file reuses; 0 on Postgres, whose tables include them. */
  free: number;
  /** The write-ahead log of SQLite, as far as its pages are not in the file; 0 on Postgres. */
  log: number;
}

/** Reads the sizes of a database. On SQLite, this reads all its pages once. */
export function readDatabaseSize(read: Queries, url: string): Promise<DatabaseSize> {
  return read.provider === 'sqlite' ? readSqliteSize(read, sqlitePath(url)) : readPostgresSize(read);
}

const figures = { bytes: 'int' } as const;

async function readSqliteSize(read: Queries, path: string): Promise<DatabaseSize> {
  const parts = await read.all(
    sql<{ name: string; type: string; bytes: number }>`select coalesce(s."tbl_name", d."name") as "name",
      coalesce(s."type", 'table') as "type", sum(d."pgsize") as "bytes" from "dbstat" d
      left join "sqlite_schema" s on s."name" = d."name" where d."aggregate" = 1 group by 1, 2`,
    figures,
  );
  const pages = (await read.first(
    sql<{ all: number; free: number }>`select c."page_count" * s."page_size" as "all",
      f."freelist_count" * s."page_size" as "free" from pragma_page_count c, pragma_freelist_count f, pragma_page_size s`,
    { all: 'int', free: 'int' },
  ))!;
  const { main, wal } = await readFiles(path);
  const ofType = (type: string) => parts.filter((part) => part.type === type);
  return {
    total: Math.max(main + wal, pages.all),
    tables: new Map(ofType('table').map(({ name, bytes }) => [name, bytes])),
    indexes: ofType('index').reduce((sum, { bytes }) => sum + bytes, 0),
    free: pages.free,
    log: Math.max(0, main + wal - pages.all),
  };
}

async function readPostgresSize(read: Queries): Promise<DatabaseSize> {
  const relations = await read.all(
    sql<{ name: string; bytes: number; indexes: number }>`select c.relname as "name",
      pg_table_size(c.oid) as "bytes", pg_indexes_size(c.oid) as "indexes"
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
    { ...figures, indexes: 'int' },
  );
  const total = await read.first(
    sql<{ bytes: number }>`select pg_database_size(current_database()) as "bytes"`,
    figures,
  );
  return {
    total: total!.bytes,
    tables: new Map(relations.map(({ name, bytes }) => [name, bytes])),
    indexes: relations.reduce((sum, { indexes }) => sum + indexes, 0),
    free: 0,
    log: 0,
  };
}
