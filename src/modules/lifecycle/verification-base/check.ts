import type { Queries } from '../../../platform/db/query/queries.js';
import type { Provider } from '../../../platform/db/query/runner.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { LostContent } from './lost-content.js';

/** Input of all checks. */
export interface Verification {
  /** Reads of one snapshot, so that rows that belong together are read in the same state. */
  read: Queries;
  /** Runs reads of the current state, for checks of data outside of the database. */
  readNow<Result>(work: (read: Queries) => Promise<Result>): Promise<Result>;
  sealer: Sealer;
  /** Content that earlier checks found to be missing or damaged. */
  lost: LostContent;
  signal: AbortSignal;
}

/**
 * Repairs derived data, in short transactions that examine the data again under their locks. It may find nothing to
 * repair.
 */
export type Repair = (store: Store) => Promise<unknown>;

/** A fault of the database. */
export interface Problem {
  /** Table and key of the row, or name of the object: `Space spc_…`. */
  object: string;
  /** The fault, as a sentence. */
  detail: string;
  /** Repairs it; absent for data that is not derived from other data. Several problems may share one repair. */
  repair?: Repair;
  /** Number of problems that this one represents; default: 1. */
  count?: number;
}

/** Subject of a check. */
type CheckKind = 'storage' | 'hashes' | 'references' | 'numbers' | 'derived' | 'sealed';

/** A check of `docgraph verify`. It changes nothing. */
export interface VerificationCheck {
  /** Name of the check: letters and hyphens. */
  name: string;
  kind: CheckKind;
  /** Subject of the check, as a noun phrase. */
  about: string;
  /** The only database that the check applies to; default: both. */
  provider?: Provider;
  /** Finds problems. Memory must not grow with the size of the database. */
  find(verification: Verification): AsyncIterable<Problem>;
}
