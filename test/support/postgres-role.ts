import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { administerPostgres, atEnd } from './database.js';

/** A role of the Postgres server that owns nothing. */
export interface PostgresRole {
  name: string;
  /** Returns the URL of a database with this role. */
  at(url: string): string;
}

/** Creates a role. Call it before creating its databases, because they must be removed before the role. */
export async function createRole(): Promise<PostgresRole> {
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  await administerPostgres(`create role ${name} login password 'secret'`);
  atEnd(() => administerPostgres(`drop role ${name}`));
  return { name, at: (url) => Object.assign(new URL(url), { username: name, password: 'secret' }).href };
}

/** Runs statements on a database with the role of its URL. Returns the rows of the last one. */
export async function runStatements(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
