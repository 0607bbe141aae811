import { providerOf, sqlitePath } from '../connection/store-url.js';
import { readFiles } from '../sqlite/file-figures.js';

/** Returns about how many bytes the rows of a database take, without the indexes of Postgres. */
export async function databaseSize(url: string): Promise<number> {
  if (providerOf(url) === 'postgresql') return postgresSize(url);
  const { main, wal } = await readFiles(sqlitePath(url));
  return main + wal;
}

async function postgresSize(url: string): Promise<number> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    return rows[0].bytes;
  } finally {
    await client.end();
  }
}
