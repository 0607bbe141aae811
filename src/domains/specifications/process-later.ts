import { enqueue } from '../../jobs/enqueue.js';
import type { Row } from '../../store/rows.js';
import type { Transaction } from '../../store/transaction.js';

/** Name of the jobs that process a specification. */
export const processKind = 'specification.process';

/** Has a specification processed behind the transaction; where a job for it waits already, that one does it. */
export async function processLater(
  tx: Transaction,
  { id, organizationId }: Pick<Row<'OpenAPISpec'>, 'id' | 'organizationId'>,
): Promise<void> {
  await enqueue(tx, { kind: processKind, payload: { id }, organizationId, key: `${processKind} ${id}` });
}
