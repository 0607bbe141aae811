import { describe, expect, it } from 'vitest';
import { jobKinds, schedules } from '../../../src/app/job-kinds.js';
import { openStore } from '../../../src/platform/db/open.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { addScheduled } from '../../../src/platform/jobs/schedules.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { moveClock } from '../../support/clock.js';
import { atEnd, testDatabase } from '../../support/database.js';
import { kindOf } from './kinds.js';

const hour = 3_600_000;

describe('the schedules of jobs', () => {
  it('add one job for each interval, even with several instances', async () => {
    const { store, url } = await testDatabase();
    const other = await openStore({ url, patience: 10 });
    atEnd(() => other.close());
    const schedule = [{ kind: 'test.run', every: hour }];
    const add = async () => {
      const added = await Promise.all([store, other, store, other].map((one) => addScheduled(one, schedule)));
      return added.reduce((sum, count) => sum + count, 0);
    };
    let runs = 0;
    const kind = kindOf(() => {
      runs += 1;
    });
    expect(await add()).toBe(1);
    await runDueJobs(store, [kind]);
    expect(await add()).toBe(0);
    moveClock(hour);
    expect(await add()).toBe(1);
    moveClock(hour);
    // Adds no job, because the previous one still waits.
    expect(await add()).toBe(0);
    await runDueJobs(store, [kind]);
    expect(runs).toBe(2);
  });

  it('all have a kind of job; its job finds nothing to do in an empty database', async () => {
    const { store } = await testDatabase();
    const kinds = jobKinds({ store, outbound: createOutbound([]) });
    // Kinds that run on request have no schedule.
    const onRequestKinds = ['computed.renew', 'conversation.analyse', 'specification.process', 'translations.run'];
    const scheduled = schedules.map(({ kind }) => kind);
    expect([...onRequestKinds, ...scheduled].sort()).toEqual(kinds.map(({ name }) => name).sort());
    expect(await addScheduled(store, schedules)).toBe(schedules.length);
    expect(await runDueJobs(store, kinds)).toBe(schedules.length);
    const dead = store.sql.selectFrom('Job').select('kind').where('status', '<>', 'done');
    expect(await store.read.all(dead)).toEqual([]);
  });
});
