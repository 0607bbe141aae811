import { limits } from '../../base/limits.js';
import type { Notices } from '../connection/notices.js';
import type { Runner } from '../query/runner.js';
import type { StoreOptions } from './store.js';
import type { Work } from './transaction.js';

/** The writing side of a store. */
export interface Writer {
  /** As `Store.transaction`. */
  transaction<Result>(work: Work<Result>, tenant: string): Promise<Result>;
  /** As `Store.freeSpace`; `runner` tells how much there is. */
  freeSpace(runner: Runner): Promise<void>;
  /** Closes the connections; no transaction may be under way. */
  close(): Promise<void>;
}

/** What both writers are told. */
export interface WriterOptions {
  /** Milliseconds after which a transaction is rolled back with TIMEOUT. */
  transactionTimeout: number;
  /** As in `StoreOptions`. */
  patience: number;
  /** As in `StoreOptions`. */
  queueLimit: number;
  /** Sends a notice. */
  announce: (topic: string) => void;
}

/** The defaults of what a store is opened with. */
export function writerOptions(
  { queueLimit = limits.writesWaiting.value, transactionTimeout = 30_000, patience = 1 }: StoreOptions,
  { send: announce }: Notices,
): WriterOptions {
  return { queueLimit, transactionTimeout, patience, announce };
}

/** An open database, as its driver gives it. */
export interface Connections {
  /** Runs reads. */
  runner: Runner;
  /** Runs what says whether the database answers, however many reads wait for `runner`. */
  probe: Runner;
  writer: Writer;
  notices: Notices;
  /** Closes all connections, the writer's among them; no transaction may be under way. */
  close(): Promise<void>;
}
