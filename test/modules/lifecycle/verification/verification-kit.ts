import { checks } from '../../../../src/modules/lifecycle/verification/checks.js';
import type { Loss } from '../../../../src/modules/lifecycle/verification/losses.js';
import { type RepairResult, repairDatabase } from '../../../../src/modules/lifecycle/verification/repair.js';
import { verifyDatabase } from '../../../../src/modules/lifecycle/verification/verify.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { sealer } from '../../../support/app.js';

/** Options of a verification with all checks. */
const options = () => ({ sealer, checks, signal: new AbortController().signal });

/** Problems by the name of the check, as `object detail`, and the places that use lost content. */
export interface FoundProblems {
  checks: Record<string, string[]>;
  losses: Loss[];
}

/** Verifies a database. Checks without a problem are left out. */
export async function findProblems(store: Store): Promise<FoundProblems> {
  const { checks: outcomes, losses } = await verifyDatabase(store, options());
  const found = outcomes.filter(({ problems }) => problems > 0);
  const sentences = found.map(({ name, examples }) => [name, examples.map((one) => `${one.object} ${one.detail}`)]);
  return { checks: Object.fromEntries(sentences), losses };
}

/** Repairs a database. */
export function repair(store: Store): Promise<RepairResult> {
  return repairDatabase(store, options());
}
