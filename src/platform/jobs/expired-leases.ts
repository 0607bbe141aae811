import type { Store } from '../db/write/store.js';
import type { Transaction } from '../db/write/transaction.js';
import type { JobKind } from './job-kind.js';
import { lanes } from './lanes.js';
import { maxAttempts, released } from './lease.js';

/** Maximum number of jobs that one transaction requeues. */
const atOnce = 100;

/**
 * Requeues jobs whose attempt was lost, for example because its process was killed. They wait for the next attempt, or
 * are dead if that attempt was the last one. Writes nothing if there are none.
 * @param kinds kinds of this process; jobs of other kinds have `maxAttempts`
 */
export async function requeueExpired(store: Store, kinds: readonly JobKind[]): Promise<void> {
  const allowed = new Map(kinds.map(({ name, attempts = maxAttempts }) => [name, attempts]));
  for (;;) {
    if (!(await store.read.first(expiredJobs(store, 1)))) return;
    if ((await store.transaction((tx) => requeueSome(tx, allowed))) < atOnce) return;
  }
}

/**
 * Requeues up to a hundred jobs.
 * @returns how many
 */
async function requeueSome(tx: Transaction, allowed: ReadonlyMap<string, number>): Promise<number> {
  const { read } = tx;
  const query = expiredJobs(tx.read, atOnce);
  const found = await read.all(read.provider === 'sqlite' ? query : query.forUpdate().skipLocked());
  const isLastAttempt = ({ kind, attempts }: { kind: string; attempts: number }) =>
    attempts >= (allowed.get(kind) ?? maxAttempts);
  const [dead, waiting] = [found.filter(isLastAttempt), found.filter((job) => !isLastAttempt(job))];
  await updateJobs(tx, waiting, { ...released, status: 'waiting' });
  const error = 'The process ended during the last attempt';
  await updateJobs(tx, dead, { ...released, status: 'dead', error, finishedAt: new Date() });
  for (const id of new Set(found.map(({ organizationId }) => organizationId))) if (id !== null) tx.announce(id);
  return found.length;
}

function expiredJobs({ sql }: Pick<Store, 'sql'>, count: number) {
  return sql
    .selectFrom('Job')
    .select(['id', 'kind', 'organizationId', 'attempts'])
    .where('lane', 'in', lanes)
    .where('status', '=', 'running')
    .where('lockedUntil', '<=', new Date().toISOString())
    .limit(count);
}

async function updateJobs({ read }: Transaction, jobs: readonly { id: string }[], columns: object): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await read.all(read.sql.updateTable('Job').set(columns).where(read.inList('id', ids)));
}
