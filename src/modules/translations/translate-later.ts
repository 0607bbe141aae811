import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueue } from '../../platform/jobs/enqueue.js';

/** Name of the jobs that run a translation. */
export const runKind = 'translations.run';

/**
 * Adds the job that runs a translation, unless one is queued. With a configured provider, the job mostly waits for its
 * responses. Its computations run in worker threads.
 * @returns the id of the job
 */
export function translateLater(
  tx: Transaction,
  { id, organizationId }: Pick<Row<'Translation'>, 'id' | 'organizationId'>,
): Promise<string> {
  const key = `${runKind} ${id}`;
  return enqueue(tx, { kind: runKind, payload: { id }, organizationId, lane: 'fetching', key });
}
