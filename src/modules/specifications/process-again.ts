import type { Row } from '../../platform/db/query/rows.js';
import { updateLater } from '../../platform/db/write/change-rows.js';
import type { Act } from '../shared/act.js';
import { processLater } from './process-later.js';
import { type ReadySource, storeSource } from './source.js';

/** Has a locked specification processed once more, from this source: what is under way for it comes to nothing. */
export async function processAgain(
  under: Pick<Act, 'tx' | 'at'>,
  { id, organizationId, round }: Row<'OpenAPISpec'>,
  source: ReadySource,
): Promise<void> {
  const columns = await storeSource(under, organizationId, source);
  const set = { ...columns, round: round + 1 };
  updateLater(under.tx, { table: 'OpenAPISpec', where: { id }, set });
  await processLater(under.tx, { id, organizationId, sourceUrl: columns.sourceUrl });
}
