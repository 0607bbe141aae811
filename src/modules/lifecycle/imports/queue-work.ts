import type { Transaction } from '../../../platform/db/write/transaction.js';
import { enqueueAnalysis } from '../../conversations/enqueue-analysis.js';
import { processLater } from '../../specifications/process-later.js';

/**
 * Queues the unfinished work of an imported organization: conversations to analyze, and OpenAPI specifications to
 * process.
 */
export async function queueUnfinishedWork(tx: Transaction, organizationId: string): Promise<void> {
  const { read } = tx;
  const conversations = read.sql.selectFrom('Conversation').select('id').where('processedAt', 'is', null);
  if (await read.first(conversations.where('organizationId', '=', organizationId).limit(1)))
    await enqueueAnalysis(tx, organizationId);
  const specifications = read.sql
    .selectFrom('OpenAPISpec')
    .select(['id', 'organizationId', 'sourceUrl'])
    .where('organizationId', '=', organizationId)
    .where('processingState', '!=', 'complete')
    .orderBy('id');
  for (const specification of await read.all(specifications)) await processLater(tx, specification);
}
