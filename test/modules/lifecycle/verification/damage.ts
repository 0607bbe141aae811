import Database from 'better-sqlite3';
import pg from 'pg';
import { sqlitePath } from '../../../../src/platform/db/connection/store-url.js';
import { provider } from '../../../support/database.js';

/** Runs statements that a database would refuse, because they break foreign keys, on a connection of their own. */
export async function damage(url: string, ...statements: string[]): Promise<void> {
  if (provider === 'sqlite') damageSqlite(url, statements);
  else await damagePostgres(url, statements);
}

function damageSqlite(url: string, statements: string[]): void {
  const connection = new Database(sqlitePath(url));
  try {
    // Allows statements to change the schema tables.
    connection.unsafeMode(true);
    connection.pragma('foreign_keys = OFF');
    for (const statement of statements) connection.exec(statement);
  } finally {
    connection.close();
  }
}

async function damagePostgres(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
