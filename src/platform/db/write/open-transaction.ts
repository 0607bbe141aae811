import { channel } from 'node:diagnostics_channel';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { ResultSet, Statement } from '../query/runner.js';

/** Tells of each statement of a transaction, to those who trace it: `{ sql }`. */
const statements = channel('docgraph:statements');

/** Tells of each message that statements of a transaction travel in, a round trip on Postgres: `{ count }` of them. */
const trips = channel('docgraph:trips');

/** Tells those who trace it of some statements that are sent together. */
export function tellTrip({ length: count }: readonly Statement[]): void {
  if (trips.hasSubscribers) trips.publish({ count });
}

/** A transaction on a connection of its own, as a driver opens it. Statements run in the order in which they are called. */
export interface DriverTransaction {
  /** Runs a statement. Those that are called before it is over may travel with it. */
  run(statement: Statement): Promise<ResultSet>;
  /** Runs a statement before the next one, and before the commit, which fails where it does. */
  later(statement: Statement): void;
  /** What Prisma runs on the same connection. */
  adapter: Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>;
  commit(): Promise<void>;
  /** Cannot fail: a connection that refuses is closed, which rolls back. */
  rollback(): Promise<void>;
}

/** The same with what its users need to know of it. */
export interface OpenTransaction extends DriverTransaction {
  /** Whether it is over. */
  readonly ended: boolean;
  /** How many statements it had that may have written. */
  readonly writes: number;
}

/** Counts and tells of the statements of a transaction, and lets none run once it has ended: its connection then belongs to someone else. */
export function watchTransaction(inner: DriverTransaction): OpenTransaction {
  let ended = false;
  let writes = 0;
  function hear(sql: string): void {
    if (ended) throw new Error('This transaction has ended; await everything that is started inside it');
    if (!isRead.test(sql)) writes += 1;
    if (statements.hasSubscribers) statements.publish({ sql });
  }
  async function heard<Result>({ sql }: { sql: string }, run: () => Promise<Result>): Promise<Result> {
    hear(sql);
    return run();
  }
  return {
    get ended() {
      return ended;
    },
    get writes() {
      return writes;
    },
    run: (statement) => heard(statement, () => inner.run(statement)),
    later(statement) {
      hear(statement.sql);
      inner.later(statement);
    },
    adapter: {
      ...inner.adapter,
      queryRaw: (query) => heard(query, () => inner.adapter.queryRaw(query)),
      executeRaw: (query) => heard(query, () => inner.adapter.executeRaw(query)),
    },
    commit() {
      ended = true;
      return inner.commit();
    },
    rollback() {
      ended = true;
      return inner.rollback();
    },
  };
}

/** What else there is, such as `with`, is taken for a write; a read that locks is none. */
export const isRead = /^\s*select\b/i;
