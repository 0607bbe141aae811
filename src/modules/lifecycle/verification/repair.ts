import type { Store } from '../../../platform/db/write/store.js';
import type { Loss } from './losses.js';
import { type CheckOutcome, type RepairableOutcome, type VerificationOptions, verifyDatabase } from './verify.js';

/** Maximum number of rounds. A round repairs up to 1,000 problems of each check, and may reveal others. */
const maxRounds = 20;

/** Result of a check before and after the repairs. */
interface RepairedCheck extends CheckOutcome {
  /** Number of problems that were found before the repairs. */
  found: number;
}

/** Result of all checks, with the problems that are left. */
export interface RepairResult {
  checks: RepairedCheck[];
  losses: Loss[];
  /** Reasons why repairs failed, at most 10. */
  failures: string[];
}

/**
 * Verifies a database, repairs derived data, and verifies it again, until nothing is left to repair. Each repair is a
 * short transaction that examines the data again under its locks. Servers may run meanwhile. Content never changes.
 * @throws as `verifyDatabase`
 */
export async function repairDatabase(store: Store, options: VerificationOptions): Promise<RepairResult> {
  const first = await verifyDatabase(store, options);
  const found = new Map(first.checks.map(({ name, problems }) => [name, problems]));
  let result = first;
  let failures: string[] = [];
  for (let round = 0; round < maxRounds && hasRepairs(result.checks); round += 1) {
    const attempt = await runRepairs(store, result.checks, options.signal);
    failures = attempt.failures;
    result = await verifyDatabase(store, options);
    if (attempt.done === 0) break;
  }
  const checks = result.checks.map(({ repairs: _, ...check }) => ({ ...check, found: found.get(check.name)! }));
  return { checks, losses: result.losses, failures: failures.slice(0, 10) };
}

function hasRepairs(checks: readonly RepairableOutcome[]): boolean {
  return checks.some(({ repairs }) => repairs.size > 0);
}

async function runRepairs(
  store: Store,
  checks: readonly RepairableOutcome[],
  signal: AbortSignal,
): Promise<{ done: number; failures: string[] }> {
  let done = 0;
  const failures: string[] = [];
  for (const { name, repairs } of checks)
    for (const repair of repairs) {
      signal.throwIfAborted();
      try {
        await repair(store);
        done += 1;
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message.replace(/\s+/g, ' ')}`);
      }
    }
  return { done, failures };
}
