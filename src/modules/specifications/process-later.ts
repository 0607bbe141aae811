import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueue } from '../../platform/jobs/enqueue.js';

/** Name of the jobs that process a specification. */
export const processKind = 'specification.process';

/**
 * Adds the job that processes a specification, unless such a job is already queued. A job that fetches a URL may wait
 * long for the host, so it runs in the lane for network requests.
 */
export async function processLater(
  tx: Transaction,
  { id, organizationId, sourceUrl }: Pick<Row<'OpenAPISpec'>, 'id' | 'organizationId' | 'sourceUrl'>,
): Promise<void> {
  const lane = sourceUrl === null ? 'computing' : 'fetching';
  await enqueue(tx, { kind: processKind, payload: { id }, organizationId, lane, key: `${processKind} ${id}` });
}
