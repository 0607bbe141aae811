import type { Store } from '../../platform/db/write/store.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';

/** Maximum number of bodies that one transaction deletes. */
const atOnce = 500;

/** Returns the kind of jobs that delete the bodies of mails whose links have ended. */
export function expireBodiesKind(store: Store): JobKind {
  return { name: 'mailBodies.expire', run: (_payload, { signal }) => expireBodies(store, signal) };
}

/** Deletes the bodies in short transactions. Writes nothing if no link has ended. */
async function expireBodies(store: Store, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const ended = await store.read.all(endedMails(store));
    if (ended.length === 0) return;
    const ids = ended.map(({ id }) => id);
    await store.transaction(({ read }) =>
      read.all(read.sql.updateTable('Mail').set({ body: null }).where(read.inList('id', ids))),
    );
  }
}

function endedMails({ sql }: Store) {
  return sql
    .selectFrom('Mail')
    .select('id')
    .where('expiresAt', '<=', new Date().toISOString())
    .where('body', 'is not', null)
    .limit(atOnce);
}
