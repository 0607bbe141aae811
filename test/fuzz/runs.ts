import { provider } from '../support/database.js';
import { isSoak } from '../support/properties.js';

const most = provider === 'sqlite' ? 6 : 2;

/** How often a property is tried: a few times in the suite; `SOAK=1` tries it `RUNS` times (300). */
export const runs = { numRuns: isSoak ? Number(process.env.RUNS ?? 300) : most };

/** Milliseconds that a property may take. */
export const timeout = isSoak ? 3_600_000 : 600_000;
