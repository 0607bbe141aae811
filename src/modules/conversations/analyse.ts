import type { JobKind } from '../../platform/jobs/job-kind.js';
import type { Analysis, AnalysisParts } from './analysis.js';
import { finishAnalysis, releaseAnalysis, takeAnalysis } from './analysis-lease.js';
import { analyseKind } from './enqueue-analysis.js';
import { processPending } from './process-pending.js';
import { regroupIfDue } from './regroup.js';

/** Job kinds of conversations. */
export function conversationJobs(parts: AnalysisParts): JobKind[] {
  return [
    {
      name: analyseKind,
      run: (payload, run) => analyse(parts, (payload as { organizationId: string }).organizationId, run),
    },
  ];
}

/**
 * Analyzes the pending conversations of an organization: finds their issues, places them in existing clusters, and
 * groups all issues again when that is due. Works in short transactions, so that the analysis continues after a
 * restart. Returns immediately if another job analyzes the organization.
 * @throws UNAVAILABLE if the configured service fails; nothing is lost, and the next attempt continues
 */
export async function analyse(
  { store, ai }: AnalysisParts,
  organizationId: string,
  run: Analysis['run'],
): Promise<void> {
  const analysis: Analysis = { store, ai, organizationId, run };
  if (!(await takeAnalysis(analysis))) return;
  try {
    do {
      await processPending(analysis);
      await regroupIfDue(analysis);
    } while (!(await finishAnalysis(analysis)));
  } catch (error) {
    await releaseAnalysis(analysis);
    throw error;
  }
}
