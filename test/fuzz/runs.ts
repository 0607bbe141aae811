import { provider } from '../support/database.js';
import { isSoak } from '../support/properties.js';

const most = provider === 'sqlite' ? 6 : 2;

/** Number of runs per property: a few in the test suite; `RUNS` (default 300) with `SOAK=1`. */
export const runs = { numRuns: isSoak ? Number(process.env.RUNS ?? 300) : most };

/** Milliseconds that a property may take. */
export const timeout = isSoak ? 3_600_000 : 600_000;
