import { inLiveOrganization } from '../../platform/db/query/live-organizations.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { lockRow } from './lock-specification.js';
import { processAgain } from './process-again.js';

/** Number of specifications that one query reads. */
const atOnce = 100;

/**
 * Enqueues a new fetch of every due specification, each in its own transaction; the next fetch is a day later. Those of
 * deleted organizations stay due.
 */
export async function refreshDue(store: Store, now: Date, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const due = store.sql
    .selectFrom('OpenAPISpec')
    .select('id')
    .where('refreshAt', '<=', now.toISOString())
    .where(inLiveOrganization())
    .orderBy('refreshAt')
    .limit(atOnce);
  for (;;) {
    const found = await store.read.all(due);
    for (const { id } of found) {
      signal.throwIfAborted();
      await store.transaction((tx) => refresh(tx, id, now));
    }
    if (found.length < atOnce) return;
  }
}

async function refresh(tx: Parameters<Parameters<Store['transaction']>[0]>[0], id: string, now: Date): Promise<void> {
  const specification = await lockRow({ tx }, id);
  if (specification?.sourceUrl == null || specification.refreshAt == null) return;
  if (new Date(specification.refreshAt) > now) return;
  await processAgain({ tx, at: now }, specification, { url: specification.sourceUrl });
}
