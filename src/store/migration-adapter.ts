import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { buildLargeIndexes } from './large-indexes.js';
import { type LockWait, lockTimeout, withLocks } from './lock-waits.js';
import type { Provider } from './runner.js';

/** An adapter for the migration engine, which leaves its connections open: `close` closes them. */
export interface MigrationAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  close(): Promise<void>;
}

/** A database that is migrated. */
export interface MigratedDatabase extends LockWait {
  provider: Provider;
  /** Path of the SQLite file or URL of the Postgres database. */
  target: string;
}

/**
 * Makes an adapter for migrating: every script is applied whole or not at all, so that a migration that failed or was killed
 * can simply be applied again.
 */
export function createMigrationAdapter(database: MigratedDatabase): MigrationAdapter {
  const { provider, target } = database;
  const inner = provider === 'sqlite' ? new PrismaBetterSqlite3({ url: target }) : new PrismaPg(migrationPool(target));
  const atomic =
    provider === 'sqlite' ? atomicOnSqlite : (adapter: SqlDriverAdapter) => atomicOnPostgres(adapter, database);
  const opened: SqlDriverAdapter[] = [];
  async function open(connection: Promise<SqlDriverAdapter>): Promise<SqlDriverAdapter> {
    opened.push(await connection);
    return atomic(await connection);
  }
  return {
    factory: {
      provider: inner.provider,
      adapterName: inner.adapterName,
      connect: () => open(inner.connect()),
      connectToShadowDb: () => open(inner.connectToShadowDb()),
    },
    async close() {
      for (const connection of opened) await connection.dispose();
    },
  };
}

/** One connection, because the engine locks and unlocks by connection; no limit for a statement: an index may take long. */
function migrationPool(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeout,
    application_name: 'docgraph migrate',
  };
}

/**
 * SQLite rebuilds a table to change it, and dropping the old one must not touch what refers to it; the switch for that
 * works outside of transactions only. What the script broke would show before the commit.
 */
function atomicOnSqlite(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const run = adapter.executeScript.bind(adapter);
  adapter.executeScript = async (script) => {
    await run('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
    try {
      await run(script);
      const broken = await adapter.queryRaw({ sql: 'PRAGMA foreign_key_check', args: [], argTypes: [] });
      if (broken.rows.length > 0) throw danglingRows(broken.rows.length);
      await run('COMMIT');
    } catch (error) {
      await run('ROLLBACK');
      throw error;
    } finally {
      await run('PRAGMA foreign_keys = ON');
    }
  };
  return adapter;
}

function danglingRows(count: number): DriverAdapterError {
  const message = `${count} rows would refer to nothing`;
  return new DriverAdapterError({ kind: 'sqlite', extendedCode: foreignKeyViolation, message });
}

/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const foreignKeyViolation = 787;

/**
 * Postgres runs a text of several statements in one transaction; the adapter would send them one by one, cut at `;`.
 * And the engine reads the catalogue, whose one-byte type `"char"` the adapter does not know.
 */
function atomicOnPostgres(adapter: SqlDriverAdapter, { target, ...wait }: MigratedDatabase): SqlDriverAdapter {
  const { underlyingDriver } = adapter as SqlDriverAdapter & { underlyingDriver(): pg.Pool };
  const pool = underlyingDriver.call(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.executeScript = async (script) => {
    const rest = await buildLargeIndexes(pool, script, wait).catch(rethrowForEngine);
    await withLocks(target, wait, () => pool.query(rest)).catch(rethrowForEngine);
  };
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: DriverAdapterError) => {
      if (error.cause?.kind !== 'UnsupportedNativeDataType') throw error;
      return readCatalogue(pool, query);
    });
  return adapter;
}

/** The engine reports what went wrong only from this shape. */
function rethrowForEngine(error: Error): never {
  const answer = error instanceof pg.DatabaseError ? error : ({ message: error.message } as Partial<pg.DatabaseError>);
  const { code = 'N/A', severity = 'N/A', message = '', detail, column, hint } = answer;
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

async function readCatalogue(pool: pg.Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await pool.query<unknown[]>({ text: sql, values: args, rowMode: 'array' });
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => catalogueTypes.get(field.dataTypeID) ?? ColumnTypeEnum.Text),
    rows,
  };
}

/** Types of the catalogue's columns that are not text. */
const catalogueTypes = new Map<number, ColumnType>([
  [pg.types.builtins.BOOL, ColumnTypeEnum.Boolean],
  [pg.types.builtins.INT2, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT4, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT8, ColumnTypeEnum.Int64],
  [pg.types.builtins.OID, ColumnTypeEnum.Int64],
  [pg.types.builtins.CHAR, ColumnTypeEnum.Character],
]);
