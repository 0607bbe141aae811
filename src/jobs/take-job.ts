import { randomUUID } from 'node:crypto';
import { updateLater } from '../store/change-rows.js';
import type { Store } from '../store/store.js';
import type { Transaction } from '../store/transaction.js';
import { chooseOrganization, type JobFilter } from './choose-organization.js';
import type { HeldJob, Patience } from './lease.js';

/**
 * Takes the next due job for one attempt (`chooseOrganization` has the order). Workers that ask at the same time get different
 * jobs: rows that another one is taking are skipped.
 * @returns null if no job is due, or others are taking all that are
 */
export async function takeJob(
  store: Store,
  filter: JobFilter,
  { lease }: Pick<Patience, 'lease'>,
): Promise<HeldJob | null> {
  const excluded = new Set(filter.excluded);
  for (;;) {
    const chosen = await chooseOrganization(store.read, { ...filter, excluded });
    if (!chosen) return null;
    const job = await store.transaction((tx) => takeFirst(tx, { ...filter, ...chosen }, lease));
    if (job) return job;
    // Others hold all its due jobs. Asking for it again would repeat this until they let go.
    excluded.add(chosen.organizationId);
  }
}

type OwnJobs = Pick<JobFilter, 'lane' | 'kinds'> & { organizationId: string | null };

async function takeFirst(tx: Transaction, own: OwnJobs, lease: number): Promise<HeldJob | null> {
  const now = new Date();
  const { read } = tx;
  const due = dueJobs(tx, own, now);
  const found = await read.first(read.provider === 'sqlite' ? due : due.forUpdate().skipLocked());
  if (!found) return null;
  const owner = randomUUID();
  const lockedUntil = new Date(now.getTime() + lease);
  const set = { owner, lockedUntil, status: 'running', startedAt: now, waitingKey: null, done: 0, total: 0 };
  updateLater(tx, { table: 'Job', where: { id: found.id }, set, add: { attempts: 1 } });
  const row = await read.first(read.sql.selectFrom('Job').selectAll().where('id', '=', found.id));
  if (own.organizationId !== null) tx.announce(own.organizationId);
  return { ...row!, owner };
}

function dueJobs({ read: { sql, inList } }: Transaction, { lane, kinds, organizationId }: OwnJobs, now: Date) {
  return sql
    .selectFrom('Job')
    .select('id')
    .where('lane', '=', lane)
    .where('status', '=', 'waiting')
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('runAt', '<=', now.toISOString())
    .where(inList('kind', [...kinds]))
    .orderBy('runAt')
    .orderBy('id')
    .limit(1);
}
