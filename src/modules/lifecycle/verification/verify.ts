import type { Provider } from '../../../platform/db/query/runner.js';
import { readSnapshot } from '../../../platform/db/snapshot.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { maxNamed } from '../verification-base/bounded-problems.js';
import type { Problem, Repair, Verification, VerificationCheck } from '../verification-base/check.js';
import { createLostContent, type LostContent } from '../verification-base/lost-content.js';
import { describeLosses, type Loss } from './losses.js';

/** Maximum number of problems that the result of a check names. */
const maxExamples = 10;

/** Result of one check. */
export interface CheckOutcome extends Pick<VerificationCheck, 'name' | 'kind'> {
  /** Number of problems. */
  problems: number;
  /** The first problems. */
  examples: Pick<Problem, 'object' | 'detail'>[];
}

/** Result of all checks. */
export interface VerificationResult {
  checks: RepairableOutcome[];
  /** Places that use lost content. */
  losses: Loss[];
}

/** An outcome with the repairs of its problems; several problems may share one. */
export interface RepairableOutcome extends CheckOutcome {
  repairs: Set<Repair>;
}

/** How a verification runs. */
export interface VerificationOptions {
  sealer: Sealer;
  checks: readonly VerificationCheck[];
  signal: AbortSignal;
  /** Called when a check begins. */
  onCheck?(name: string): void;
}

/** The database to verify. */
export type VerifiedDatabase = Pick<Store, 'provider' | 'directUrl'> & Partial<Pick<Store, 'blobs'>>;

/**
 * Runs checks on one snapshot of a database, one after the other. Servers may run meanwhile. Changes nothing.
 * @throws AppError as `readSnapshot`, and if contents are in an object storage that cannot be used; the reason of the signal, if it is aborted
 */
export async function verifyDatabase(
  database: VerifiedDatabase,
  { sealer, checks, signal, onCheck = () => {} }: VerificationOptions,
): Promise<VerificationResult> {
  return readSnapshot(database, async (read) => {
    const lost = createLostContent();
    const readNow: Verification['readNow'] = (work) => readSnapshot(database, work);
    const verification: Verification = { read, readNow, sealer, lost, signal };
    const outcomes: RepairableOutcome[] = [];
    for (const check of applicableChecks(checks, database.provider)) {
      onCheck(check.name);
      outcomes.push(await runCheck(check, verification));
    }
    return { checks: outcomes, losses: await findLosses(verification, lost) };
  });
}

/** Returns the checks that apply to a database. */
export function applicableChecks(checks: readonly VerificationCheck[], provider: Provider): VerificationCheck[] {
  return checks.filter((check) => check.provider === undefined || check.provider === provider);
}

async function runCheck(
  { name, kind, find }: VerificationCheck,
  verification: Verification,
): Promise<RepairableOutcome> {
  const outcome: RepairableOutcome = { name, kind, problems: 0, examples: [], repairs: new Set() };
  for await (const { object, detail, repair, count = 1 } of find(verification)) {
    outcome.problems += count;
    if (outcome.examples.length < maxExamples) outcome.examples.push({ object, detail });
    if (repair && outcome.repairs.size < maxNamed) outcome.repairs.add(repair);
  }
  return outcome;
}

function findLosses(verification: Verification, lost: LostContent): Promise<Loss[]> {
  return lost.organizations().length === 0 ? Promise.resolve([]) : describeLosses(verification);
}
