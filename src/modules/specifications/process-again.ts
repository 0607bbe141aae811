import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { processLater } from './process-later.js';
import { type PreparedSource, storeSource } from './source.js';

/**
 * Sets the source of a locked specification and enqueues its processing. If processing is already running, its result
 * will be discarded.
 */
export async function processAgain(
  unit: Pick<UnitOfWork, 'tx' | 'at'>,
  { id, organizationId, round }: Row<'OpenAPISpec'>,
  source: PreparedSource,
): Promise<void> {
  const columns = await storeSource(unit, organizationId, source);
  const set = { ...columns, round: round + 1 };
  bufferUpdate(unit.tx, { table: 'OpenAPISpec', where: { id }, set });
  await processLater(unit.tx, { id, organizationId, sourceUrl: columns.sourceUrl });
}
