import { inLiveOrganization } from '../../platform/db/query/live-organizations.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { lockRow } from './lock-specification.js';
import { processAgain } from './process-again.js';

/** Maximum number of specifications that one query reads. */
const batchSize = 100;

/**
 * Enqueues a new fetch of every specification that is due, each in its own transaction. The next fetch is due a day
 * later. Specifications of deleted organizations are not fetched and stay due.
 */
export async function refreshDue(store: Store, now: Date, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const due = store.sql
    .selectFrom('OpenAPISpec')
    .select('id')
    .where('refreshAt', '<=', now.toISOString())
    .where(inLiveOrganization())
    .orderBy('refreshAt')
    .limit(batchSize);
  for (;;) {
    const batch = await store.read.all(due);
    for (const { id } of batch) {
      signal.throwIfAborted();
      await store.transaction((tx) => refresh(tx, id, now));
    }
    if (batch.length < batchSize) return;
  }
}

async function refresh(tx: Parameters<Parameters<Store['transaction']>[0]>[0], id: string, now: Date): Promise<void> {
  const specification = await lockRow({ tx }, id);
  if (specification?.sourceUrl == null || specification.refreshAt == null) return;
  if (new Date(specification.refreshAt) > now) return;
  await processAgain({ tx, at: now }, specification, { url: specification.sourceUrl });
}
