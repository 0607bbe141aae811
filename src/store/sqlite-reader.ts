import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { ColumnKind } from './columns.js';
import type { ResultSet, Runner, Statement } from './runner.js';
import { lockTimeout, untilFree } from './sqlite-waiting.js';
import { isBusy, mapStoreError } from './store-errors.js';

/** The reads of a SQLite file: a connection of its own, which sees only what is committed (safety.md, trap 1). */
export interface SqliteReader extends Runner {
  close(): void;
}

/** Opens a read-only connection to an existing file, with a cache of its prepared statements. */
export function openSqliteReader(path: string): SqliteReader {
  const connection = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
  connection.pragma('trusted_schema = OFF');
  const statements = new LRUCache<string, Prepared>({ max: 500 });
  function prepare(text: string): Prepared {
    const known = statements.get(text);
    if (known) return known;
    const prepared = describe(connection.prepare(text));
    statements.set(text, prepared);
    return prepared;
  }
  function read({ sql, parameters }: Statement): ResultSet {
    const { statement, names, kinds } = prepare(sql);
    return { names, kinds, rows: statement.all(parameters.map(encodeParameter)) as unknown[][] };
  }
  async function readLater(statement: Statement, error: unknown): Promise<ResultSet> {
    if (!isBusy(error)) throw mapStoreError(error);
    return untilFree(() => read(statement), Date.now() + lockTimeout).catch((last) =>
      Promise.reject(mapStoreError(last)),
    );
  }
  return {
    provider: 'sqlite',
    async run(statement) {
      try {
        return read(statement);
      } catch (error) {
        return readLater(statement, error);
      }
    },
    close: () => connection.close(),
  };
}

/** A parameter as SQLite takes it: booleans as 0 and 1, dates as the text they are stored as. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : value;
}

interface Prepared extends Pick<ResultSet, 'names' | 'kinds'> {
  statement: Database.Statement;
}

function describe(statement: Database.Statement): Prepared {
  const columns = statement.raw().columns();
  return {
    statement,
    names: columns.map((column) => column.name),
    kinds: columns.map((column) => kindByType[column.type ?? ''] ?? null),
  };
}

/** Types as the migrations declare them; SQLite finds a result column's declaration through aliases and subqueries. */
const kindByType: Record<string, ColumnKind> = {
  BOOLEAN: 'boolean',
  DATETIME: 'datetime',
  JSONB: 'json',
  BLOB: 'bytes',
};
