import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../../src/platform/base/ids.js';
import { openStore } from '../../../src/platform/db/open.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { maxAttempts } from '../../../src/platform/jobs/lease.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { takeJob } from '../../../src/platform/jobs/take-job.js';
import { moveClock } from '../../support/clock.js';
import { atEnd, provider, testDatabase } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { add, jobOf, kindOf, startTestJobs } from './kinds.js';

/** Poll interval in milliseconds that is longer than any test. */
const noPolling = 100_000_000;

const statusOf = async (store: Store, id: string) => (await jobOf(store, id))?.status;

/** Adds a job without a notification, as another program may do. */
async function addSilently(store: Store, columns: object = {}): Promise<string> {
  const id = newId('Job');
  const row = { id, kind: 'test.run', payload: {}, status: 'waiting', runAt: new Date(0), createdAt: new Date(0) };
  await store.transaction(({ prisma }) => prisma.job.create({ data: { ...row, ...columns }, select: { id: true } }));
  return id;
}

it('a job starts on its notification, without a poll', async () => {
  const { store } = await testDatabase();
  await startTestJobs(store, [kindOf(() => {})], { poll: noPolling });
  const id = await add(store);
  await expect.poll(() => statusOf(store, id)).toBe('done');
});

it.runIf(provider === 'postgresql')('the notification of a job reaches other instances', async () => {
  const { store, url } = await testDatabase();
  const other = await openStore({ url, patience: 10 });
  atEnd(() => other.close());
  await startTestJobs(other, [kindOf(() => {})], { poll: noPolling });
  const listening = sql<{ count: string }>`select count(*)::text as count from pg_stat_activity
    where datname = current_database() and query like 'listen %' and state = 'idle'`;
  await expect.poll(async () => (await store.read.all(listening))[0]!.count).toBe('1');
  const id = await add(store);
  await expect.poll(() => statusOf(store, id)).toBe('done');
});

it('a job whose notification was lost is found by the next poll', async () => {
  const { store } = await testDatabase();
  await startTestJobs(store, [kindOf(() => {})], { poll: 50 });
  const id = await addSilently(store);
  await expect.poll(() => statusOf(store, id)).toBe('done');
});

it('a job with a later start time is not run before that time, and is then found by a poll', async () => {
  const { store } = await testDatabase();
  const started: string[] = [];
  await startTestJobs(store, [kindOf((_payload, { id }) => void started.push(id))], { poll: 50 });
  const later = await add(store, { runAt: new Date(Date.now() + 3_600_000) });
  const now = await add(store);
  await expect.poll(() => statusOf(store, now)).toBe('done');
  expect(started).toEqual([now]);
  moveClock(3_600_000);
  await expect.poll(() => statusOf(store, later)).toBe('done');
});

it('a free slot takes the next job, without a notification or a poll', async () => {
  const { store } = await testDatabase();
  const ids = [await addSilently(store), await addSilently(store), await addSilently(store)];
  await startTestJobs(store, [kindOf(() => {})], { poll: noPolling, slots: { computing: 1 } });
  for (const id of ids) await expect.poll(() => statusOf(store, id)).toBe('done');
});

it('a job with an expired lease is run by the next attempt; after the last attempt it is dead', async () => {
  const { store } = await testDatabase();
  const expiredLease = { status: 'running', owner: 'gone', lockedUntil: new Date(0) };
  const again = await addSilently(store, { ...expiredLease, attempts: 1 });
  const last = await addSilently(store, { ...expiredLease, attempts: maxAttempts });
  const held = await addSilently(store, {
    ...expiredLease,
    lockedUntil: new Date(Date.now() + 3_600_000),
    attempts: 1,
  });
  const patient = { ...kindOf(() => {}, 'test.patient'), attempts: maxAttempts + 1 };
  const patientJob = await addSilently(store, { ...expiredLease, kind: patient.name, attempts: maxAttempts });
  await startTestJobs(store, [kindOf(() => {}), patient], { poll: 50 });
  await expect.poll(() => statusOf(store, again)).toBe('done');
  await expect.poll(() => statusOf(store, patientJob)).toBe('done');
  expect(await jobOf(store, again)).toMatchObject({ attempts: 2 });
  const error = 'The process ended during the last attempt';
  expect(await jobOf(store, last)).toMatchObject({ status: 'dead', attempts: maxAttempts, error, owner: null });
  expect(await jobOf(store, held)).toMatchObject({ status: 'running', owner: 'gone' });
});

it('a waiting job moves to the lane of the latest job with its key', async () => {
  const { store } = await testDatabase();
  const id = await add(store, { key: 'spec_1' });
  expect(await add(store, { key: 'spec_1', lane: 'fetching' })).toBe(id);
  expect(await jobOf(store, id)).toMatchObject({ lane: 'fetching', queue: 'fetching:' });
  expect(await runDueJobs(store, [kindOf(() => {})])).toBe(1);
});

// Skipped on SQLite, which has one writer: no row is locked while another transaction takes a job.
it.runIf(provider === 'postgresql')('a job that another instance has locked is skipped', async () => {
  const { store, url } = await testDatabase();
  const other = await openStore({ url, patience: 10 });
  atEnd(() => other.close());
  const [first, second] = [await addSilently(store), await addSilently(store)].sort();
  const [locked, taken] = [signal(), signal()];
  const taking = other.transaction(async (tx) => {
    await tx.lock('Job', first!);
    locked.give();
    await taken.given;
  });
  await locked.given;
  const filter = { lane: 'computing', kinds: ['test.run'], excluded: new Set<string>(), after: '' } as const;
  expect((await takeJob(store, filter, { lease: 60_000 }))?.id).toBe(second);
  expect(await takeJob(store, filter, { lease: 60_000 })).toBeNull();
  taken.give();
  await taking;
  expect((await takeJob(store, filter, { lease: 60_000 }))?.id).toBe(first);
});
