import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { openStore } from '../../../src/platform/db/open.js';
import { maxAttempts } from '../../../src/platform/jobs/lease.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { atEnd, testDatabase } from '../../support/database.js';
import { add, jobOf, kindOf, startTestJobs } from './kinds.js';

describe('a job', () => {
  it('starts after its transaction is committed, and reports its progress', async () => {
    const { store } = await testDatabase();
    const runs: unknown[] = [];
    await startTestJobs(store, [
      kindOf(async (payload, { attempt, progress }) => {
        runs.push([payload, attempt]);
        await progress(3, 4);
      }),
    ]);
    const id = await add(store, { payload: { page: 'one' } });
    await expect.poll(async () => (await jobOf(store, id))?.status).toBe('done');
    expect(runs).toEqual([[{ page: 'one' }, 1]]);
    expect(await jobOf(store, id)).toMatchObject({ done: 3, total: 4, attempts: 1, error: null, owner: null });
  });

  it('does not exist if its transaction failed', async () => {
    const { store } = await testDatabase();
    const failed = store.transaction(async (tx) => {
      const { enqueue } = await import('../../../src/platform/jobs/enqueue.js');
      await enqueue(tx, { kind: 'test.run', payload: null, organizationId: null, key: 'one' });
      throw new AppError('CONFLICT', 'Not now');
    });
    await expect(failed).rejects.toThrow('Not now');
    expect(await runDueJobs(store, [kindOf(() => {})])).toBe(0);
  });

  it('is not added while another job with its key waits, but is added after that job has started', async () => {
    const { store } = await testDatabase();
    const first = await add(store, { key: 'spec_1', payload: 1 });
    expect(await add(store, { key: 'spec_1', payload: 2 })).toBe(first);
    expect(await add(store, { key: 'spec_2' })).not.toBe(first);
    const payloads: unknown[] = [];
    const again: string[] = [];
    const kind = kindOf(async (payload) => {
      payloads.push(payload);
      if (payload === 1) again.push(await add(store, { key: 'spec_1', payload: 3 }));
    });
    expect(await runDueJobs(store, [kind])).toBe(3);
    expect(payloads).toEqual([1, null, 3]);
    expect(again).not.toContain(first);
  });

  it('has five attempts with growing delays, and is dead afterwards with the error of the last one', async () => {
    const { store } = await testDatabase();
    const attempts: number[] = [];
    const kind = kindOf((_payload, { attempt }) => {
      attempts.push(attempt);
      throw new AppError('CONFLICT', `Attempt ${attempt} failed`);
    });
    const id = await add(store);
    await runDueJobs(store, [kind]);
    expect(await jobOf(store, id)).toMatchObject({ status: 'waiting', attempts: 1, error: 'Attempt 1 failed' });
    expect(await runDueJobs(store, [kind])).toBe(0);
    await store.transaction(({ prisma }) => prisma.job.updateMany({ data: { runAt: new Date() } }));
    await startTestJobs(store, [kind]);
    await expect.poll(async () => (await jobOf(store, id))?.status).toBe('dead');
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(await jobOf(store, id)).toMatchObject({ attempts: maxAttempts, error: 'Attempt 5 failed' });
  });

  it('does not show an unexpected error to admins', async () => {
    const { store } = await testDatabase();
    const id = await add(store);
    const kind = kindOf(() => {
      throw new Error('password=secret');
    });
    await expect(runDueJobs(store, [kind])).rejects.toThrow('password=secret');
    expect((await jobOf(store, id))?.error).toBe('An internal error; the log of the server has it');
  });

  it('waits until its start time, and until an instance supports its kind', async () => {
    const { store } = await testDatabase();
    await add(store, { runAt: new Date(Date.now() + 60_000) });
    await add(store, { kind: 'test.unknown' });
    expect(await runDueJobs(store, [kindOf(() => {})])).toBe(0);
  });
});

describe('several instances', () => {
  it('run each of a thousand jobs once', async () => {
    const { store, url } = await testDatabase();
    const other = await openStore({ url, patience: 10 });
    atEnd(() => other.close());
    const done = new Map<string, number>();
    const kind = kindOf((_payload, { id }) => void done.set(id, (done.get(id) ?? 0) + 1));
    const ids = await store.transaction(async (tx) => {
      const { enqueue } = await import('../../../src/platform/jobs/enqueue.js');
      const added: string[] = [];
      for (let index = 0; index < 1000; index++)
        added.push(await enqueue(tx, { kind: 'test.run', payload: index, organizationId: null }));
      return added;
    });
    await startTestJobs(store, [kind]);
    await startTestJobs(other, [kind]);
    await expect.poll(() => done.size, { timeout: 120_000 }).toBe(1000);
    expect([...done.keys()].sort()).toEqual([...ids].sort());
    expect([...done.values()].every((times) => times === 1)).toBe(true);
  });
});

describe('a process that stops', () => {
  it('finishes its running jobs, and starts no others', async () => {
    const { store } = await testDatabase();
    const begun: string[] = [];
    let release = (): void => {};
    const kind = kindOf(async (_payload, { id }) => {
      begun.push(id);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const jobs = await startTestJobs(store, [kind], { slots: { computing: 1 } });
    const first = await add(store);
    await expect.poll(() => begun).toEqual([first]);
    const second = await add(store);
    const closed = jobs.close();
    release();
    await closed;
    expect(await jobOf(store, first)).toMatchObject({ status: 'done' });
    expect(await jobOf(store, second)).toMatchObject({ status: 'waiting', attempts: 0 });
  });

  it('immediately returns a job that takes too long to the queue, without counting the attempt', async () => {
    const { store } = await testDatabase();
    let begun = false;
    const kind = kindOf(async (_payload, { signal }) => {
      begun = true;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const jobs = await startTestJobs(store, [kind], { drain: 10 });
    const id = await add(store);
    await expect.poll(() => begun).toBe(true);
    await jobs.close();
    expect(await jobOf(store, id)).toMatchObject({ status: 'waiting', attempts: 0, owner: null, error: null });
  });
});
