import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Runner, Statement } from '../query/runner.js';
import { type DriverTransaction, readPattern } from '../write/open-transaction.js';
import type { OptimisticStart } from './optimistic-transaction.js';
import { rollback, type SqliteConnection } from './sqlite-connection.js';
import { createOptimisticQueue, createSqliteQueue } from './sqlite-queue.js';

/** Connections for a SQLite transaction. */
export interface SqliteOpening {
  connection: SqliteConnection;
  /** The reader of the same file; undefined until it is open. */
  reader: Runner | undefined;
  /** State of an optimistic transaction; absent if the connection has already begun the transaction. */
  start?: OptimisticStart;
}

/**
 * Creates a transaction on the writing connection. Until the transaction writes, it reads by key on the connection of
 * the readers, which is in this thread. Both connections see the same data, because no other transaction of the process
 * writes.
 */
export function sqliteTransaction({ connection, reader, start }: SqliteOpening): DriverTransaction {
  const adapter = connection.adapter!;
  const queue = start ? createOptimisticQueue(connection, start) : createSqliteQueue(connection);
  let buffered: Statement[] = [];
  let hasWritten = false;
  let failure: { error: unknown } | undefined;
  /** Runs the buffered statements, and then the function. */
  function afterBuffered<Result>(run: () => Promise<Result>): Promise<Result> {
    hasWritten = true;
    if (buffered.length === 0) return queue.call(run);
    const first = queue.run(takeBuffered()).catch(fail);
    return Promise.all([queue.call(run), first]).then(([result]) => result);
  }
  function takeBuffered(): Statement[] {
    const statements = buffered;
    buffered = [];
    return statements;
  }
  function fail(error: unknown): never {
    failure ??= { error };
    throw error;
  }
  return {
    run(statement) {
      if (!hasWritten && statement.isKeyed && reader && readPattern.test(statement.sql)) return reader.run(statement);
      hasWritten ||= !readPattern.test(statement.sql);
      if (buffered.length === 0) return queue.run([statement]);
      return queue.run([...takeBuffered(), statement]).catch(fail);
    },
    buffer(statement) {
      hasWritten = true;
      buffered.push(statement);
    },
    adapter: {
      queryRaw: (query) => afterBuffered(() => adapter.queryRaw(withTextTimes(query))),
      executeRaw: (query) => afterBuffered(() => adapter.executeRaw(withTextTimes(query))),
    },
    async commit() {
      if (failure) throw failure.error;
      await queue.end(takeBuffered());
    },
    async rollback() {
      queue.close();
      await rollback(connection);
    },
  };
}

/**
 * Converts times to the format of the API (`…678Z`). The adapter would write `…678+00:00`, which is smaller in
 * comparisons than the same time in a cursor or a filter.
 */
function withTextTimes(query: SqlQuery): SqlQuery {
  if (!query.argTypes.some((type) => type.scalarType === 'datetime')) return query;
  const isTime = query.argTypes.map((type) => type.scalarType === 'datetime');
  return {
    sql: query.sql,
    args: query.args.map((arg, index) => (isTime[index] && arg !== null ? new Date(arg as string).toISOString() : arg)),
    argTypes: query.argTypes.map((type, index) => (isTime[index] ? { ...type, scalarType: 'string' } : type)),
  };
}
