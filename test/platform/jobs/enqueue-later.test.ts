import { describe, expect, it } from 'vitest';
import { enqueueLater, type NewJob } from '../../../src/platform/jobs/enqueue.js';
import { takeJob } from '../../../src/platform/jobs/take-job.js';
import { provider, testDatabase } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { addOrganization, jobOf } from './kinds.js';

const { store } = await testDatabase();

const newJob = (key: string, job: Partial<NewJob> = {}) => ({
  ...({ kind: 'test.run', payload: null, organizationId: null, key } as const),
  ...{ runAt: new Date(0), ...job },
});
const takeNextJob = () =>
  takeJob(store, { lane: 'computing', kinds: ['test.run'], excluded: new Set(), after: '' }, { lease: 1_000 });
const waitingJobs = () => {
  const query = store.sql.selectFrom('Job').selectAll().where('status', '=', 'waiting').where('kind', '=', 'test.run');
  return store.read.all(query.orderBy('key'));
};

describe('`enqueueLater`', () => {
  it('adds jobs, but does not change a waiting job with the same key', async () => {
    await store.transaction((tx) => enqueueLater(tx, [newJob('b', { payload: 1 })]));
    const [first] = await waitingJobs();
    const at = new Date(Date.now() + 1_000_000);
    await store.transaction((tx) =>
      enqueueLater(tx, [newJob('c'), newJob('b', { payload: 2, runAt: at }), newJob('a')]),
    );
    expect((await waitingJobs()).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(await jobOf(store, first!.id)).toEqual(first);
    await store.transaction(({ prisma }) => prisma.job.deleteMany());
  });

  it('delays the start of a waiting job with the same key until its transaction ends, and adds a job if it has started', async () => {
    await store.transaction((tx) => enqueueLater(tx, [newJob('one')]));
    const [locked, done] = [signal(), signal()];
    const adding = store.transaction(async (tx) => {
      await enqueueLater(tx, [newJob('one')]);
      await tx.read.all(tx.read.sql.selectFrom('Job').select('id').where('key', '=', 'one'));
      locked.give();
      if (provider === 'postgresql') await done.given;
    });
    await locked.given;
    if (provider === 'postgresql') expect(await takeNextJob()).toBeNull();
    done.give();
    await adding;
    const taken = await takeNextJob();
    expect(taken!.key).toBe('one');
    await store.transaction((tx) => enqueueLater(tx, [newJob('one')]));
    expect((await waitingJobs()).map(({ id }) => id)).not.toContain(taken!.id);
    expect(await waitingJobs()).toHaveLength(1);
  });

  it('adds a thousand jobs once, in any order', async () => {
    const organizationId = await addOrganization(store);
    const jobs = Array.from({ length: 1_000 }, (_, index) => newJob(`key_${index}`, { organizationId }));
    await store.transaction((tx) => enqueueLater(tx, jobs));
    await store.transaction((tx) => enqueueLater(tx, jobs.toReversed()));
    expect((await waitingJobs()).filter((job) => job.organizationId === organizationId)).toHaveLength(1_000);
  });
});
