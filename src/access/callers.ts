import DataLoader from 'dataloader';
import { AppError } from '../errors.js';
import type { Store } from '../store/store.js';
import { type Caller, callersByHash, type FindCaller, type FoundCaller } from './authenticate.js';

/** Callers that are known at a time; of more all are forgotten. */
const most = 10_000;

/** Callers by the hash of their token, as of one state of the data. */
interface Known {
  dataVersion: string | null;
  callers: Map<string, FoundCaller>;
  /** Whether nothing had been written since the turn before. */
  isStill: boolean;
}

/**
 * Finds the callers of all requests that came in one turn of the event loop together. The state of the data is asked first,
 * once the last of them is there: as long as nothing is written, callers are known, and as soon as something is, by whatever
 * instance or command, they are read anew, in one batch. So each request sees what was acknowledged before it was sent.
 */
export function findTogether({ readBehindVersion }: Pick<Store, 'readBehindVersion'>): FindCaller {
  let known: Known = { dataVersion: null, callers: new Map(), isStill: false };
  const knownAsOf = (version: string | null): Known['callers'] => {
    const isStill = version !== null && version === known.dataVersion;
    const callers = isStill && known.callers.size <= most ? known.callers : new Map<string, FoundCaller>();
    known = { dataVersion: version, callers, isStill };
    return callers;
  };
  const loader = new DataLoader<string, FoundCaller>(
    async (hashes) => {
      loader.clearAll();
      const { dataVersion, read } = readBehindVersion();
      // Where they are likely to be read, that travels with the question.
      const isLikely = !known.isStill || hashes.some((hash) => !known.callers.has(hash));
      const [version, early] = await Promise.all([
        dataVersion,
        isLikely ? callersByHash.load(read, hashes) : undefined,
      ]);
      const callers = knownAsOf(version);
      const asked = early ? hashes : hashes.filter((hash) => !callers.has(hash));
      const found = early ?? (asked.length > 0 ? await callersByHash.load(read, asked) : []);
      const refused = keepFound(callers, { asked, found, version });
      return hashes.map((hash) => refused.get(hash) ?? callers.get(hash)!);
    },
    { batchScheduleFn: setImmediate, maxBatchSize: Number.POSITIVE_INFINITY },
  );
  return (hash) => loader.load(hash);
}

interface Found {
  asked: readonly string[];
  found: readonly (Caller | AppError)[];
  version: string | null;
}

/** Keeps the callers that were found; answers why others were not. */
function keepFound(callers: Known['callers'], { asked, found, version }: Found): Map<string, AppError> {
  const refused = new Map<string, AppError>();
  for (const [index, caller] of found.entries()) {
    const hash = asked[index]!;
    if (caller instanceof AppError) refused.set(hash, caller);
    else callers.set(hash, { ...caller, dataVersion: version });
  }
  return refused;
}
