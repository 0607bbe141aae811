import Database from 'better-sqlite3';
import type { ReadingRunner, ResultSet, Runner, Statement, VersionedRunner } from './runner.js';
import { statementsOn } from './sqlite-statements.js';
import { lockTimeout, untilFree } from './sqlite-waiting.js';
import { isBusy, mapStoreError } from './store-errors.js';

/** The reads of a SQLite file: a connection of its own, which sees only what is committed. */
export interface SqliteReader extends ReadingRunner {
  close(): void;
}

/** Opens a read-only connection to an existing file, with a cache of its prepared statements. */
export function openSqliteReader(path: string): SqliteReader {
  const connection = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.pragma('trusted_schema = OFF');
  const runStatement = statementsOn(connection);
  const read = ({ sql, parameters }: Statement): ResultSet =>
    runStatement({ sql, parameters: parameters.map(encodeParameter) });
  async function readLater(statement: Statement, error: unknown): Promise<ResultSet> {
    if (!isBusy(error)) throw mapStoreError(error);
    return untilFree(() => read(statement), Date.now() + lockTimeout).catch((last) =>
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
  // What is read behind the state of the data is newer than that, also where the state has to wait for another process.
  function behindLater(asked: Promise<ResultSet>): VersionedRunner {
    const runner: Runner = { provider: 'sqlite', run: (statement) => asked.then(() => run(statement)) };
    return { dataVersion: asked.then(versionIn), runner };
  }
  const reader: SqliteReader = {
    provider: 'sqlite',
    run,
    behindVersion() {
      try {
        return { dataVersion: Promise.resolve(versionIn(read(versionOfFile))), runner: reader };
      } catch (error) {
        return behindLater(readLater(versionOfFile, error));
      }
    },
    close: () => connection.close(),
  };
  return reader;
}

/** A number that is another one for this connection as soon as any other one, of whatever process, has committed. */
const versionOfFile: Statement = { sql: 'PRAGMA data_version', parameters: [], isKeyed: true };

const versionIn = ({ rows }: ResultSet): string => String(rows[0]![0]);

/** A parameter as SQLite takes it: booleans as 0 and 1, dates as the text they are stored as. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : value;
}
