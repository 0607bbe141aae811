import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueue } from '../../platform/jobs/enqueue.js';

/** Name of the jobs that analyse the conversations of an organization. */
export const analyseKind = 'conversation.analyse';

/**
 * Adds the job that analyses the conversations of an organization, unless one waits. With a configured service it mostly waits for
 * embeddings and descriptions; what it computes is done in a thread, also without one.
 */
export async function analyseLater(tx: Transaction, organizationId: string): Promise<void> {
  await enqueue(tx, {
    kind: analyseKind,
    payload: { organizationId },
    organizationId,
    lane: 'fetching',
    key: `${analyseKind} ${organizationId}`,
  });
}
