import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueue } from '../../platform/jobs/enqueue.js';

/** Name of the jobs that analyze the conversations of an organization. */
export const analyseKind = 'conversation.analyse';

/**
 * Adds the job that analyzes the conversations of an organization, unless one is queued. With a configured service, the
 * job mostly waits for embeddings and descriptions. Its computations run in a worker thread.
 */
export async function enqueueAnalysis(tx: Transaction, organizationId: string): Promise<void> {
  await enqueue(tx, {
    kind: analyseKind,
    payload: { organizationId },
    organizationId,
    lane: 'fetching',
    key: `${analyseKind} ${organizationId}`,
  });
}
