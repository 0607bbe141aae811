import type { PrismaClient } from '../generated/sqlite/client.js';
import type { TableWithId } from '../query/by-id.js';
import type { Queries, Query } from '../query/queries.js';

/** The operations of Prisma Client inside a transaction; it cannot open another. */
export type PrismaTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** An open transaction: the only way to write. */
export interface Transaction {
  /** Writes what is seldom written: its first call costs as much as some statements. */
  prisma: PrismaTransaction;
  /** Reads on the same connection: they see what this transaction wrote. */
  read: Queries;
  /**
   * Writes something of which nobody waits for the answer: it travels with the next statement that is waited for, or the
   * commit, which fails where it does.
   */
  later(query: Query<unknown>): void;
  /**
   * Asks a query behind all that was written so far, as `later`: called last, it travels with the commit. Where it finds nothing the
   * transaction fails with an error. On SQLite it is not asked: there is one writer, and what was read holds.
   */
  requireLater(query: Query<unknown>, error: Error): void;
  /**
   * Keeps others from changing a row, or locking it, until this transaction ends; an action locks the root row of what
   * it changes before it reads it. On SQLite there is one writer, who has locked everything.
   */
  lock(table: TableWithId, id: string): Promise<void>;
  /** The same where nobody waits for it, as `later`. */
  lockLater(table: TableWithId, id: string): void;
  /** Reads rows, and locks what it finds like that. The query has no order, and reads one table. */
  readLocked<Found>(query: Query<Found>): Promise<Found[]>;
  /** The same for what no single row stands for: whoever locks the same name waits. Taken before the locks of rows. */
  lockName(name: string): Promise<void>;
  /** A number that is another one once the transaction has written, or waited for a lock: what was read may have changed. */
  version(): number;
  /** Runs something after the commit, which it cannot undo, so it must not throw; not at all where the transaction fails. */
  onCommit(run: () => void): void;
  /** Sends a notice (`Store.notices`) behind the commit. */
  announce(topic: string): void;
}

/** Does the work of one transaction. It may be called again where the database asks for a retry: no effect elsewhere. */
export type Work<Result> = (transaction: Transaction) => Promise<Result>;
