import { expect, it } from 'vitest';
import { enqueueLater, type NewJob } from '../../../src/platform/jobs/enqueue.js';
import { takeJob } from '../../../src/platform/jobs/take-job.js';
import { provider, testDatabase } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { addOrganization, jobOf } from './kinds.js';

const { store } = await testDatabase();

const later = (key: string, job: Partial<NewJob> = {}) => ({
  ...({ kind: 'test.run', payload: null, organizationId: null, key } as const),
  ...{ runAt: new Date(0), ...job },
});
const take = () =>
  takeJob(store, { lane: 'computing', kinds: ['test.run'], excluded: new Set(), after: '' }, { lease: 1_000 });
const waiting = () => {
  const query = store.sql.selectFrom('Job').selectAll().where('status', '=', 'waiting').where('kind', '=', 'test.run');
  return store.read.all(query.orderBy('key'));
};

it('a job whose key waits stays as it is; other jobs are added', async () => {
  await store.transaction((tx) => enqueueLater(tx, [later('b', { payload: 1 })]));
  const [first] = await waiting();
  const at = new Date(Date.now() + 1_000_000);
  await store.transaction((tx) => enqueueLater(tx, [later('c'), later('b', { payload: 2, runAt: at }), later('a')]));
  expect((await waiting()).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect(await jobOf(store, first!.id)).toEqual(first);
  await store.transaction(({ prisma }) => prisma.job.deleteMany());
});

it('a job starts after the transaction that added its key again, and a key is free once its job has started', async () => {
  await store.transaction((tx) => enqueueLater(tx, [later('one')]));
  const [locked, done] = [signal(), signal()];
  const adding = store.transaction(async (tx) => {
    await enqueueLater(tx, [later('one')]);
    await tx.read.all(tx.read.sql.selectFrom('Job').select('id').where('key', '=', 'one'));
    locked.give();
    if (provider === 'postgresql') await done.given;
  });
  await locked.given;
  if (provider === 'postgresql') expect(await take()).toBeNull();
  done.give();
  await adding;
  const taken = await take();
  expect(taken!.key).toBe('one');
  await store.transaction((tx) => enqueueLater(tx, [later('one')]));
  expect((await waiting()).map(({ id }) => id)).not.toContain(taken!.id);
  expect(await waiting()).toHaveLength(1);
});

it('a thousand jobs are added once, in any order', async () => {
  const organizationId = await addOrganization(store);
  const jobs = Array.from({ length: 1_000 }, (_, index) => later(`key_${index}`, { organizationId }));
  await store.transaction((tx) => enqueueLater(tx, jobs));
  await store.transaction((tx) => enqueueLater(tx, jobs.toReversed()));
  expect((await waiting()).filter((job) => job.organizationId === organizationId)).toHaveLength(1_000);
});
