import type { PrismaClient } from '../generated/sqlite/client.js';
import type { TableWithId } from '../query/by-id.js';
import type { Queries, Query } from '../query/queries.js';

/** Prisma Client inside a transaction. It cannot open another transaction. */
export type PrismaTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** An open transaction: the only way to write data. */
export interface Transaction {
  /** Prisma Client, for rare writes: its first call costs as much as several statements. */
  prisma: PrismaTransaction;
  /** Runs reads on the same connection; they see the writes of this transaction. */
  read: Queries;
  /**
   * Buffers a write whose result is not needed. It is sent with the next statement or with the commit. That call fails
   * if the write fails.
   */
  buffer(query: Query<unknown>): void;
  /**
   * Buffers a check that runs after all previous writes; the last check runs with the commit. If the query finds no
   * row, the transaction fails with the error. On SQLite the check does not run: there is only one writer, so earlier
   * reads are still valid.
   */
  assertAtCommit(query: Query<unknown>, error: Error): void;
  /**
   * Locks a row against changes and locks by others until this transaction ends. An action locks the root row of the
   * object that it changes before it reads it. Does nothing on SQLite, which has one writer.
   */
  lock(table: TableWithId, id: string): Promise<void>;
  /** Buffers a lock, like `buffer` does a write. */
  bufferLock(table: TableWithId, id: string): void;
  /** Reads rows and locks them like `lock`. The query must have no order, and read one table. */
  readLocked<Found>(query: Query<Found>): Promise<Found[]>;
  /** Locks a name, for state that is not one row. Must be called before locks of rows. */
  lockName(name: string): Promise<void>;
  /**
   * Returns a number that changes when the transaction writes or waits for a lock: earlier reads may then be out of
   * date.
   */
  version(): number;
  /** Runs a function after the commit. It must not throw. It does not run if the transaction fails. */
  onCommit(run: () => void): void;
  /** Sends a notice (`Store.notices`) after the commit. */
  announce(topic: string): void;
}

/** The work of one transaction. It may run again after a conflict, so it must have no effects outside the transaction. */
export type Work<Result> = (transaction: Transaction) => Promise<Result>;
