import { enqueue } from '../../jobs/enqueue.js';
import type { Row } from '../../store/rows.js';
import type { Transaction } from '../../store/transaction.js';

/** Name of the jobs that run a translation. */
export const runKind = 'translations.run';

/** Has a translation run behind the transaction. Answers the id of the job. */
export function translateLater(
  tx: Transaction,
  { id, organizationId }: Pick<Row<'Translation'>, 'id' | 'organizationId'>,
): Promise<string> {
  return enqueue(tx, { kind: runKind, payload: { id }, organizationId, key: `${runKind} ${id}` });
}
