import { limits } from '../../base/limits.js';
import type { Notices } from '../connection/notices.js';
import type { Runner } from '../query/runner.js';
import type { StoreOptions } from './store.js';
import type { Work } from './transaction.js';

/** The writing side of a store. */
export interface Writer {
  /** See `Store.transaction`. */
  transaction<Result>(work: Work<Result>, tenant: string): Promise<Result>;
  /** See `Store.freeSpace`; `runner` reads how much space is free. */
  freeSpace(runner: Runner): Promise<void>;
  /** Closes the connections; no transaction may be in flight. */
  close(): Promise<void>;
}

/** Options of both writers. */
export interface WriterOptions {
  /** Milliseconds after which a transaction is rolled back with TIMEOUT. */
  transactionTimeout: number;
  /** See `StoreOptions`. */
  patience: number;
  /** See `StoreOptions`. */
  queueLimit: number;
  /** Sends a notice. */
  announce: (topic: string) => void;
}

/** Returns the options of a writer, with defaults. */
export function writerOptions(
  { queueLimit = limits.writesWaiting.value, transactionTimeout = 30_000, patience = 1 }: StoreOptions,
  { send: announce }: Notices,
): WriterOptions {
  return { queueLimit, transactionTimeout, patience, announce };
}

/** The connections of an open database. */
export interface Connections {
  /** Runs reads. */
  runner: Runner;
  /** Runs the queries that check whether the database responds, independent of reads that wait for `runner`. */
  probe: Runner;
  writer: Writer;
  notices: Notices;
  /** Closes all connections, also those of the writer; no transaction may be in flight. */
  close(): Promise<void>;
}
