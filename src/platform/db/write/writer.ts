import { limits } from '../../base/limits.js';
import type { BlobStorage } from '../../object-storage/blob-storage.js';
import type { LimiterState } from '../../workers/fair-limiter.js';
import type { Notices } from '../connection/notices.js';
import type { Runner } from '../query/runner.js';
import type { PoolState, StoreOptions } from './store.js';
import type { Work } from './transaction.js';

/** Runs the writes of a store. */
export interface Writer {
  /** See `Store.transaction`. */
  transaction<Result>(work: Work<Result>, tenant: string): Promise<Result>;
  /** See `Store.freeSpace`. `runner` is used to read how much space is free. */
  freeSpace(runner: Runner): Promise<void>;
  /** Returns the load of the queue of transactions. */
  queue(): LimiterState;
  /** Closes the connections. No transaction may be in flight. */
  close(): Promise<void>;
}

/** Options of the writers for SQLite and Postgres. */
export interface WriterOptions {
  /** Milliseconds after which a transaction is rolled back with TIMEOUT. */
  transactionTimeout: number;
  /** See `StoreOptions`. */
  patience: number;
  /** See `StoreOptions`. */
  queueLimit: number;
  /** See `Queries.blobs`. */
  blobs: BlobStorage | null;
  /** Sends a notice. */
  announce: (topic: string) => void;
}

/** Returns the options of a writer, with defaults. */
export function writerOptions(
  { queueLimit = limits.writesWaiting.value, transactionTimeout = 30_000, patience = 1, blobs = null }: StoreOptions,
  { send: announce }: Notices,
): WriterOptions {
  return { queueLimit, transactionTimeout, patience, blobs, announce };
}

/** Receives an error of the store. */
export type OnError = (error: unknown) => void;

/** The connections of an open database. */
export interface Connections {
  /** Runs reads. */
  runner: Runner;
  /** Runs the queries that check whether the database responds. It does not wait for reads on `runner`. */
  probe: Runner;
  writer: Writer;
  notices: Notices;
  /** Returns the pools of connections; none on SQLite. */
  pools(): PoolState[];
  /** Closes all connections, including those of the writer. No transaction may be in flight. */
  close(): Promise<void>;
}
