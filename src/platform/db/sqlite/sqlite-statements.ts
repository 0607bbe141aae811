import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { ColumnKind } from '../query/columns.js';
import type { ResultSet, Statement } from '../query/runner.js';

/**
 * Returns a function that runs statements on a connection. Parameters must be encoded for SQLite. Up to 500 statements
 * stay prepared.
 */
export function createStatementRunner(connection: Database.Database): (statement: Statement) => ResultSet {
  const statements = new LRUCache<string, Prepared>({ max: 500 });
  function prepare(text: string): Prepared {
    const known = statements.get(text);
    if (known) return known;
    const prepared = describe(connection.prepare(text));
    statements.set(text, prepared);
    return prepared;
  }
  return ({ sql, parameters }) => {
    const { statement, names, kinds } = prepare(sql);
    if (statement.reader) return { names, kinds, rows: statement.all(parameters) as unknown[][] };
    statement.run(parameters);
    return { names, kinds, rows: [] };
  };
}

interface Prepared extends Pick<ResultSet, 'names' | 'kinds'> {
  statement: Database.Statement;
}

function describe(statement: Database.Statement): Prepared {
  if (!statement.reader) return { statement, names: [], kinds: [] };
  const columns = statement.raw().safeIntegers(false).columns();
  return {
    statement,
    names: columns.map((column) => column.name),
    kinds: columns.map((column) => kindByType[column.type ?? ''] ?? null),
  };
}

/**
 * Column kinds by the types that the migrations declare. SQLite finds the declared type of a result column through
 * aliases and subqueries.
 */
const kindByType: Record<string, ColumnKind> = {
  BOOLEAN: 'boolean',
  DATETIME: 'datetime',
  JSONB: 'json',
  BLOB: 'bytes',
};
