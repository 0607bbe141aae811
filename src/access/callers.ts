import DataLoader from 'dataloader';
import type { AppError } from '../platform/base/errors.js';
import type { Store } from '../platform/db/write/store.js';
import { type Caller, callersByHash, type FindCaller } from './authenticate.js';

/** Returns a `FindCaller` that reads the callers of one event loop tick in one batch. Results are not cached. */
export function createBatchedCallerFinder({ read }: Pick<Store, 'read'>): FindCaller {
  const loader = new DataLoader<string, Caller>(
    (hashes) => {
      loader.clearAll();
      return callersByHash.load(read, hashes) as Promise<(Caller | AppError)[]>;
    },
    { batchScheduleFn: setImmediate, maxBatchSize: Number.POSITIVE_INFINITY },
  );
  return (hash) => loader.load(hash);
}
