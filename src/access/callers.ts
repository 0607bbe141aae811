import DataLoader from 'dataloader';
import type { Queries } from '../store/queries.js';
import { type Caller, callersByHash, type FindCaller } from './authenticate.js';

/**
 * Finds the callers of all requests that came in one turn of the event loop together: one batch, however many there are, and
 * one reading of a token that several of them have. Nothing is kept: the reading begins when the last of them is there, so
 * that each sees what was acknowledged before it was sent, whichever instance did it.
 */
export function findTogether(read: Queries): FindCaller {
  const loader = new DataLoader<string, Caller>(
    (hashes) => {
      loader.clearAll();
      return callersByHash.load(read, hashes);
    },
    { batchScheduleFn: setImmediate, maxBatchSize: Number.POSITIVE_INFINITY },
  );
  return (hash) => loader.load(hash);
}
