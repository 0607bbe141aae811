import DataLoader from 'dataloader';
import type { AppError } from '../platform/base/errors.js';
import type { Store } from '../platform/db/write/store.js';
import { type Caller, callersByHash, type FindCaller } from './authenticate.js';

/** Finds the callers of all requests that came in one turn of the event loop together, in one batch: as they are now. */
export function findTogether({ read }: Pick<Store, 'read'>): FindCaller {
  const loader = new DataLoader<string, Caller>(
    (hashes) => {
      loader.clearAll();
      return callersByHash.load(read, hashes) as Promise<(Caller | AppError)[]>;
    },
    { batchScheduleFn: setImmediate, maxBatchSize: Number.POSITIVE_INFINITY },
  );
  return (hash) => loader.load(hash);
}
