import { channel } from 'node:diagnostics_channel';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { ResultSet, Statement } from '../query/runner.js';

/** Publishes each statement of a transaction, for tracing: `{ sql }`. */
const statements = channel('docgraph:statements');

/**
 * Publishes the size of each batch of a transaction, `{ count }`, for tracing. A batch is one round trip on Postgres.
 */
const batches = channel('docgraph:batches');

/** Publishes the number of statements in a batch, for tracing. */
export function publishBatch({ length: count }: readonly Statement[]): void {
  if (batches.hasSubscribers) batches.publish({ count });
}

/** A transaction that a driver has opened on one of its connections. Statements run in the order of the calls. */
export interface DriverTransaction {
  /** Runs a statement. Calls that are made before it returns may be in the same batch. */
  run(statement: Statement): Promise<ResultSet>;
  /** Buffers a statement until the next statement or the commit. If the buffered statement fails, that call fails. */
  buffer(statement: Statement): void;
  /** Runs Prisma's queries on the same connection. */
  adapter: Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>;
  commit(): Promise<void>;
  /** Rolls back the transaction. Never rejects: a connection that cannot roll back is closed, which rolls back. */
  rollback(): Promise<void>;
}

/** A transaction with its state. */
export interface OpenTransaction extends DriverTransaction {
  /** Whether the transaction was committed or rolled back. */
  readonly ended: boolean;
  /** How many statements may have written. */
  readonly writes: number;
}

/**
 * Counts and publishes the statements of a transaction. Refuses statements after its end, because another transaction
 * may then use the connection.
 */
export function watchTransaction(inner: DriverTransaction): OpenTransaction {
  let ended = false;
  let writes = 0;
  function recordStatement(sql: string): void {
    if (ended) throw new Error('This transaction has ended; await everything that is started inside it');
    if (!readPattern.test(sql)) writes += 1;
    if (statements.hasSubscribers) statements.publish({ sql });
  }
  async function runRecorded<Result>({ sql }: { sql: string }, run: () => Promise<Result>): Promise<Result> {
    recordStatement(sql);
    return run();
  }
  return {
    get ended() {
      return ended;
    },
    get writes() {
      return writes;
    },
    run: (statement) => runRecorded(statement, () => inner.run(statement)),
    buffer(statement) {
      recordStatement(statement.sql);
      inner.buffer(statement);
    },
    adapter: {
      ...inner.adapter,
      queryRaw: (query) => runRecorded(query, () => inner.adapter.queryRaw(query)),
      executeRaw: (query) => runRecorded(query, () => inner.adapter.executeRaw(query)),
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

/** Matches SQL that only reads. Other statements, such as those with `with`, count as writes. */
export const readPattern = /^\s*select\b/i;
