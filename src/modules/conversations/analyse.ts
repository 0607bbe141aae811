import type { JobKind } from '../../platform/jobs/job-kind.js';
import { analyseKind } from './analyse-later.js';
import type { Analysis, AnalysisParts } from './analysis.js';
import { processPending } from './process-pending.js';
import { regroupWhereDue } from './regroup.js';
import { finishAnalysis, leaveAnalysis, takeAnalysis } from './standing-steps.js';

/** The jobs of conversations. */
export function conversationJobs(parts: AnalysisParts): JobKind[] {
  return [
    {
      name: analyseKind,
      run: (payload, run) => analyse(parts, (payload as { organizationId: string }).organizationId, run),
    },
  ];
}

/**
 * Analyses what waits in an organization: finds the issues of each conversation, places them in the clusters that there are, and
 * groups all of them anew where it is time. All in short transactions, each of which leaves what can be gone on from: begun
 * again, it does what is left. Where another job analyses the organization, that one does it.
 * @throws UNAVAILABLE where the configured service fails; nothing is lost, and what waits is done by the next attempt
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
      await regroupWhereDue(analysis);
    } while (!(await finishAnalysis(analysis)));
  } catch (error) {
    await leaveAnalysis(analysis);
    throw error;
  }
}
