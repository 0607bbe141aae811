import Database from 'better-sqlite3';
import { isBusy, mapStoreError } from '../connection/store-errors.js';
import type { ResultSet, Runner, Statement } from '../query/runner.js';
import { encodeParameter } from '../query/sqlite-parameter.js';
import { lockTimeoutMs, retryWhileBusy } from './busy-retry.js';
import { createStatementRunner } from './sqlite-statements.js';

/** Reads a SQLite file on a separate connection, which sees only committed data. */
export interface SqliteReader extends Runner {
  /** Returns a number that changes each time another connection commits, in this process or another. */
  version(): Promise<unknown>;
  close(): void;
}

/** Opens a read-only connection to an existing file, with a cache of its prepared statements. */
export function openSqliteReader(path: string): SqliteReader {
  const connection = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.pragma('trusted_schema = OFF');
  const runStatement = createStatementRunner(connection);
  const read = ({ sql, parameters }: Statement): ResultSet =>
    runStatement({ sql, parameters: parameters.map(encodeParameter) });
  async function readLater(statement: Statement, error: unknown): Promise<ResultSet> {
    if (!isBusy(error)) throw mapStoreError(error);
    return retryWhileBusy(() => read(statement), Date.now() + lockTimeoutMs).catch((last) =>
      Promise.reject(mapStoreError(last)),
    );
  }
  async function run(statement: Statement): Promise<ResultSet> {
    try {
      return read(statement);
    } catch (error) {
      return readLater(statement, error);
    }
  }
  return {
    provider: 'sqlite',
    run,
    version: async () => (await run(dataVersionQuery)).rows[0]![0],
    close: () => connection.close(),
  };
}

const dataVersionQuery: Statement = { sql: 'PRAGMA data_version', parameters: [], isKeyed: true };
