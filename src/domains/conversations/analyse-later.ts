import { enqueue } from '../../jobs/enqueue.js';
import type { Transaction } from '../../store/transaction.js';

/** Name of the jobs that analyse the conversations of an organization. */
export const analyseKind = 'conversation.analyse';

/** Has the conversations of an organization analysed behind the transaction; where a job for it waits already, that one does it. */
export async function analyseLater(tx: Transaction, organizationId: string): Promise<void> {
  await enqueue(tx, {
    kind: analyseKind,
    payload: { organizationId },
    organizationId,
    key: `${analyseKind} ${organizationId}`,
  });
}
