import Database from 'better-sqlite3';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { type LockWait, lockTimeout, retryUntilLocked } from '../connection/lock-waits.js';
import { isBusy, startupRefusal } from '../connection/store-errors.js';
import type { Provider } from '../query/runner.js';
import { sqlFor } from '../query/sql.js';
import { retryWhileBusy } from '../sqlite/busy-retry.js';
import { buildLargeIndexes } from './large-indexes.js';

/** A database to migrate. */
export interface MigratedDatabase extends LockWait {
  provider: Provider;
  /** Path of the SQLite file or URL of the Postgres database. */
  target: string;
}

/** The open transaction of a migration. */
export interface MigrationTransaction {
  provider: Provider;
  /** Runs a query. */
  all<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** Runs a statement; returns the number of rows that it changed. */
  run(statement: RawBuilder<unknown>): Promise<number>;
  /** Runs a script of several statements. */
  runScript(script: string): Promise<void>;
}

/** The only connection that migrates a database. */
export interface MigrationConnection {
  /** Runs slow work before the transaction, so that it does not block servers. Returns the rest of the script. */
  prepare(script: string): Promise<string>;
  /**
   * Runs a function in one transaction, which commits or rolls back. The function runs again if a lock was not
   * available in time.
   */
  transaction<Result>(run: (transaction: MigrationTransaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Opens the connection that migrates a database. */
export function openMigrationConnection(database: MigratedDatabase): Promise<MigrationConnection> {
  return database.provider === 'sqlite' ? connectSqlite(database) : connectPostgres(database);
}

/** How long a migration of a SQLite file waits for other processes that have the file open, in milliseconds. */
const filePatience = 5_000;

async function connectSqlite({ target, provider }: MigratedDatabase): Promise<MigrationConnection> {
  const database = new Database(target, { timeout: 0 });
  await retryWhileBusy(() => database.exec(sqlitePragmas), Date.now() + filePatience).catch((error) => {
    database.close();
    throw isBusy(error)
      ? startupRefusal('Another process has the database open, such as a server; stop it and try again')
      : error;
  });
  const compiled = (query: RawBuilder<unknown>) => query.compile(sqlFor(provider));
  const rows: MigrationTransaction = {
    provider,
    async all<Row>(query: RawBuilder<Row>) {
      const { sql, parameters } = compiled(query);
      return database.prepare(sql).all(...parameters) as Row[];
    },
    async run(statement) {
      const { sql, parameters } = compiled(statement);
      return database.prepare(sql).run(...parameters).changes;
    },
    runScript: async (script) => void database.exec(script),
  };
  return {
    prepare: async (script) => script,
    async transaction(run) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = await run(rows);
        const broken = database.pragma('foreign_key_check') as unknown[];
        if (broken.length > 0) throw new Error(`${broken.length} rows would refer to nothing`);
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: async () => void database.close(),
  };
}

/**
 * No other process may use the file, because a server of the previous version must not write to the new tables. Foreign
 * keys are off because SQLite rebuilds a table to change it, and dropping the old table must not affect rows that refer
 * to it.
 */
const sqlitePragmas =
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; BEGIN EXCLUSIVE; COMMIT';

/** Opens a connection without a statement timeout, because building an index may take long. */
async function connectPostgres(place: MigratedDatabase): Promise<MigrationConnection> {
  const { target: connectionString, provider } = place;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeout,
    application_name: 'docgraph migrate',
  });
  // Without a listener, a connection that breaks between two statements would end the process. The next statement fails
  // in any case.
  client.on('error', () => {});
  await client.connect();
  const send = (query: RawBuilder<unknown>) => {
    const { sql: text, parameters } = query.compile(sqlFor(provider));
    return client.query({ text, values: [...parameters] });
  };
  const rows: MigrationTransaction = {
    provider,
    all: async <Row>(query: RawBuilder<Row>) => (await send(query)).rows as Row[],
    run: async (statement) => (await send(statement)).rowCount ?? 0,
    runScript: async (script) => void (await client.query(script)),
  };
  const attempt = async <Result>(run: (transaction: MigrationTransaction) => Promise<Result>): Promise<Result> => {
    await client.query('begin');
    try {
      const result = await run(rows);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  return {
    prepare: (script) => buildLargeIndexes(client, script, place),
    transaction: (run) => retryUntilLocked(connectionString, place, () => attempt(run)),
    close: () => client.end(),
  };
}
