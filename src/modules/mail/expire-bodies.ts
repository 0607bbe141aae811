import type { Store } from '../../platform/db/write/store.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';

/** Maximum number of mail bodies that one transaction deletes. */
const batchSize = 500;

/** Returns the job kind that deletes the bodies of mails whose links have expired. */
export function expireBodiesKind(store: Store): JobKind {
  return { name: 'mailBodies.expire', run: (_payload, { signal }) => expireBodies(store, signal) };
}

/** Deletes the bodies of mails with expired links in batches, each in its own transaction. */
async function expireBodies(store: Store, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const expired = await store.read.all(expiredMails(store));
    if (expired.length === 0) return;
    const ids = expired.map(({ id }) => id);
    await store.transaction(({ read }) =>
      read.all(read.sql.updateTable('Mail').set({ body: null }).where(read.inList('id', ids))),
    );
  }
}

function expiredMails({ sql }: Store) {
  return sql
    .selectFrom('Mail')
    .select('id')
    .where('expiresAt', '<=', new Date().toISOString())
    .where('body', 'is not', null)
    .limit(batchSize);
}
