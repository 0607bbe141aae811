import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Runner, Statement } from '../query/runner.js';
import { type DriverTransaction, isRead } from '../write/open-transaction.js';
import { rollback, type SqliteConnection } from './sqlite-connection.js';
import type { LateStart } from './sqlite-late.js';
import { lateLineOf, lineOf } from './sqlite-line.js';

/** What a transaction is opened with. */
export interface SqliteOpening {
  connection: SqliteConnection;
  /** Of the same file, once there is one. */
  reader: Runner | undefined;
  /** Absent where the connection has begun it. */
  late?: LateStart;
}

/**
 * A transaction of a connection. While it has written nothing it sees what everybody sees, since nobody else of this process
 * writes: what is read by key is read then on the connection of the readers, which is not in another thread.
 */
export function sqliteTransaction({ connection, reader, late }: SqliteOpening): DriverTransaction {
  const adapter = connection.adapter!;
  const line = late ? lateLineOf(connection, late) : lineOf(connection);
  let waiting: Statement[] = [];
  let hasWritten = false;
  let failure: { error: unknown } | undefined;
  /** What waits goes first. */
  function behindWaiting<Result>(run: () => Promise<Result>): Promise<Result> {
    hasWritten = true;
    if (waiting.length === 0) return line.call(run);
    const first = line.run(takeWaiting()).catch(fail);
    return Promise.all([line.call(run), first]).then(([result]) => result);
  }
  function takeWaiting(): Statement[] {
    const taken = waiting;
    waiting = [];
    return taken;
  }
  function fail(error: unknown): never {
    failure ??= { error };
    throw error;
  }
  return {
    run(statement) {
      if (!hasWritten && statement.isKeyed && reader && isRead.test(statement.sql)) return reader.run(statement);
      hasWritten ||= !isRead.test(statement.sql);
      if (waiting.length === 0) return line.run([statement]);
      return line.run([...takeWaiting(), statement]).catch(fail);
    },
    later(statement) {
      hasWritten = true;
      waiting.push(statement);
    },
    adapter: {
      queryRaw: (query) => behindWaiting(() => adapter.queryRaw(withTextTimes(query))),
      executeRaw: (query) => behindWaiting(() => adapter.executeRaw(withTextTimes(query))),
    },
    async commit() {
      if (failure) throw failure.error;
      await line.end(takeWaiting());
    },
    async rollback() {
      line.leave();
      await rollback(connection);
    },
  };
}

/**
 * Times are stored as the API writes them (`…678Z`). The adapter would write `…678+00:00`, which compares as smaller
 * than the same time in a cursor or a filter.
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
