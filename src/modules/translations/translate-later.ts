import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueue } from '../../platform/jobs/enqueue.js';

/** Name of the jobs that run a translation. */
export const runKind = 'translations.run';

/**
 * Adds the job that runs a translation, unless one waits. With a configured provider it mostly waits for that provider's answers;
 * what it computes is done in threads, also without one.
 * @returns the id of the job
 */
export function translateLater(
  tx: Transaction,
  { id, organizationId }: Pick<Row<'Translation'>, 'id' | 'organizationId'>,
): Promise<string> {
  const key = `${runKind} ${id}`;
  return enqueue(tx, { kind: runKind, payload: { id }, organizationId, lane: 'fetching', key });
}
