import DataLoader from 'dataloader';
import { AppError } from '../errors.js';
import type { Store } from '../store/store.js';
import { callersByHash, type FindCaller, type FoundCaller } from './authenticate.js';

/** Callers that are known at a time; of more all are forgotten. */
const most = 10_000;

/** Callers by the hash of their token, as of one state of the data. */
interface Known {
  dataVersion: string | null;
  callers: Map<string, FoundCaller>;
}

/**
 * Finds the callers of all requests that came in one turn of the event loop together. The state of the data is asked first,
 * once the last of them is there: as long as nothing is written, callers are known, and as soon as something is, by whatever
 * instance or command, they are read anew, in one batch. So each request sees what was acknowledged before it was sent.
 */
export function findTogether({ read, dataVersion }: Pick<Store, 'read' | 'dataVersion'>): FindCaller {
  let known: Known = { dataVersion: null, callers: new Map() };
  const knownAsOf = (version: string | null): Known => {
    if (version === null || version !== known.dataVersion || known.callers.size > most)
      known = { dataVersion: version, callers: new Map() };
    return known;
  };
  const loader = new DataLoader<string, FoundCaller>(
    async (hashes) => {
      loader.clearAll();
      const { dataVersion: version, callers } = knownAsOf(await dataVersion());
      const missing = hashes.filter((hash) => !callers.has(hash));
      const found = missing.length > 0 ? await callersByHash.load(read, missing) : [];
      const refused = new Map<string, AppError>();
      for (const [index, caller] of found.entries()) {
        if (caller instanceof AppError) refused.set(missing[index]!, caller);
        else callers.set(missing[index]!, { ...caller, dataVersion: version });
      }
      return hashes.map((hash) => refused.get(hash) ?? callers.get(hash)!);
    },
    { batchScheduleFn: setImmediate, maxBatchSize: Number.POSITIVE_INFINITY },
  );
  return (hash) => loader.load(hash);
}
