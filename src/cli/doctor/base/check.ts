import type { Config } from '../../../platform/config/config.js';
import type { Inspection } from '../../../platform/db/inspection/inspection.js';
import type { Provider } from '../../../platform/db/query/runner.js';
import type { Finding } from './finding.js';

/** Input of all checks. */
export interface Surroundings {
  /** Environment variables of the process. */
  env: Record<string, string | undefined>;
  config: Config;
  provider: Provider;
}

/** Surroundings with an open database, for checks that read it. */
export interface DatabaseSurroundings extends Surroundings {
  database: Inspection;
}

/** Properties of all checks. */
interface CheckBase {
  /** Name of the check: letters and hyphens. */
  name: string;
  /** Subject of the check, as a noun phrase. */
  about: string;
  /** The only database that the check applies to; default: both. */
  provider?: Provider;
  /** Maximum duration in milliseconds; default: 10,000. */
  timeout?: number;
}

/** A check that needs no database. */
export interface CheckWithoutDatabase extends CheckBase {
  needs: 'nothing';
  run(surroundings: Surroundings): Finding[] | Promise<Finding[]>;
}

/** A check that reads the database; `tables` also requires that no migration is pending. */
export interface DatabaseCheck extends CheckBase {
  needs: 'database' | 'tables';
  /** Whether the check runs after all others, because it blocks the event loop. */
  isLast?: true;
  run(surroundings: DatabaseSurroundings): Finding[] | Promise<Finding[]>;
}

/** A check of `docgraph doctor`. It changes nothing. */
export type Check = CheckWithoutDatabase | DatabaseCheck;
