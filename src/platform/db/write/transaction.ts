import type { PrismaClient } from '../generated/sqlite/client.js';
import type { OnBatch } from '../query/batch.js';
import type { TableWithId } from '../query/by-id.js';
import type { Queries, Query } from '../query/queries.js';

/** Prisma Client in a transaction. It cannot open another transaction. */
export type PrismaTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Receives the batches, buffered statements and added jobs of a transaction, for a trace. */
export interface TransactionObserver {
  /** Called for each batch of reads. */
  onBatch: OnBatch;
  /** Called for each buffered statement. */
  onBuffer(sql: string): void;
  /** Called for each job that the transaction adds. */
  onJob(job: AddedJob): void;
}

/** A job that a transaction has added. */
interface AddedJob {
  id: string;
  kind: string;
}

/** An open transaction. Data can be written only through a transaction. */
export interface Transaction {
  /** Prisma Client. Use it only for rare writes, because its first call costs as much as several statements. */
  prisma: PrismaTransaction;
  /** Reads on the same connection, which see the writes of this transaction. */
  read: Queries;
  /**
   * Buffers a write whose result is not needed. It is sent with the next statement or with the commit. If the write
   * fails, that call fails.
   */
  buffer(query: Query<unknown>): void;
  /**
   * Buffers a check that runs after all previous writes. The last check runs together with the commit. If the query
   * finds no row, the transaction fails with the error. On SQLite the check does not run, because there is only one
   * writer, so earlier reads are still valid.
   */
  assertAtCommit(query: Query<unknown>, error: Error): void;
  /**
   * Locks a row until this transaction ends, so that others can neither change nor lock it. An action locks the root
   * row of the object that it changes, before it reads the row. Does nothing on SQLite, which has only one writer.
   */
  lock(table: TableWithId, id: string): Promise<void>;
  /** Buffers a lock as `buffer` does for writes. */
  bufferLock(table: TableWithId, id: string): void;
  /** Reads rows and locks them as `lock` does. The query must read one table and have no order. */
  readLocked<Found>(query: Query<Found>): Promise<Found[]>;
  /** Locks a name, for state that is not in a single row. Must be called before rows are locked. */
  lockName(name: string): Promise<void>;
  /**
   * Returns a number that changes when the transaction writes or waits for a lock. After that, earlier reads may be out
   * of date.
   */
  version(): number;
  /** Runs a function after the commit. It must not throw. It does not run if the transaction fails. */
  onCommit(run: () => void): void;
  /** Sends a notice (`Store.notices`) after the commit. */
  announce(topic: string): void;
  /** Reports everything that the transaction does from now on to an observer, in addition to earlier ones. */
  observe(observer: TransactionObserver): void;
  /** Reports to the observers that the transaction has added a job. */
  noteJob(job: AddedJob): void;
}

/**
 * The work of one transaction. It may run again after a conflict, so it must have no effects outside of the
 * transaction.
 */
export type Work<Result> = (transaction: Transaction) => Promise<Result>;
