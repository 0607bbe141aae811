import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/base/ids.js';
import { openStore } from '../../../src/platform/db/open.js';
import { insertRows } from '../../../src/platform/db/write/insert-rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { chooseQueue } from '../../../src/platform/jobs/choose-queue.js';
import { readLaneStates } from '../../../src/platform/jobs/lane-states.js';
import type { Lane } from '../../../src/platform/jobs/lanes.js';
import { takeJob } from '../../../src/platform/jobs/take-job.js';
import { atEnd, provider, testDatabase } from '../../support/database.js';
import { add, addOrganization, createBlockingKind, jobOf, kindOf, startTestJobs } from './kinds.js';

const startTime = Date.now() - 60_000;
let added = 0;

/** Adds some jobs of an organization, each due after the jobs added before. */
async function addDue(store: Store, count: number, job: Parameters<typeof add>[1]): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push(await add(store, { runAt: new Date(startTime + ++added), ...job }));
  return ids;
}

describe('the fair order of jobs', () => {
  it('alternates between organizations, although one of them has many jobs that were due first', async () => {
    const { store } = await testDatabase();
    const [many, few, one] = [await addOrganization(store), await addOrganization(store), await addOrganization(store)];
    const names = new Map([...[many, few, one].entries()].map(([index, id]) => [id, 'ABC'[index]]));
    await addDue(store, 6, { organizationId: many });
    await addDue(store, 2, { organizationId: few });
    await addDue(store, 1, { organizationId: one });
    const served: unknown[] = [];
    const kind = kindOf(async (_payload, { id }) => {
      served.push(names.get((await jobOf(store, id))!.organizationId!));
      // Waits for the next millisecond, so that each job starts at another time.
      for (const now = Date.now(); Date.now() === now; ) await turn();
    });
    await startTestJobs(store, [kind], { slots: { computing: 1 } });
    await expect.poll(() => served.join('')).toBe('ABCABAAAA');
  });

  it('treats jobs without an organization like those of one organization', async () => {
    const { store } = await testDatabase();
    const blocking = createBlockingKind();
    const organizationId = await addOrganization(store);
    const [first] = await addDue(store, 3, { kind: 'test.blocking', organizationId: null });
    const [other] = await addDue(store, 1, { kind: 'test.blocking', organizationId });
    await startTestJobs(store, [blocking.kind]);
    await expect.poll(() => blocking.started).toEqual([first, other]);
    blocking.release();
  });

  it('gives the first free slot to a job that becomes due while another organization used all slots', async () => {
    const { store } = await testDatabase();
    const blocking = createBlockingKind();
    const [busy, other] = [await addOrganization(store), await addOrganization(store)];
    const [first, second] = await addDue(store, 5, { kind: 'test.blocking', organizationId: busy });
    await startTestJobs(store, [blocking.kind]);
    await expect.poll(() => blocking.started).toEqual([first, second]);
    const [waiting] = await addDue(store, 1, { kind: 'test.blocking', organizationId: other, runAt: new Date() });
    blocking.release(second);
    await expect.poll(() => blocking.started).toEqual([first, second, waiting]);
    blocking.release();
  });

  it('prefers an organization without a running job to one whose last job started longer ago', async () => {
    const { store } = await testDatabase();
    const blocking = createBlockingKind();
    const [long, short] = [await addOrganization(store), await addOrganization(store)];
    const [first] = await addDue(store, 1, { kind: 'test.blocking', organizationId: long });
    await startTestJobs(store, [blocking.kind]);
    await expect.poll(() => blocking.started).toEqual([first]);
    const [second] = await addDue(store, 1, { kind: 'test.blocking', organizationId: short });
    await expect.poll(() => blocking.started).toEqual([first, second]);
    await addDue(store, 1, { kind: 'test.blocking', organizationId: long });
    const [next] = await addDue(store, 1, { kind: 'test.blocking', organizationId: short });
    blocking.release(second);
    await expect.poll(() => blocking.started).toEqual([first, second, next]);
    blocking.release();
  });

  it('counts running jobs of other instances', async () => {
    const { store, url } = await testDatabase();
    const second = await openStore({ url, patience: 10 });
    atEnd(() => second.close());
    const blocking = createBlockingKind();
    const [busy, other] = [await addOrganization(store), await addOrganization(store)];
    await addDue(store, 3, { kind: 'test.blocking', organizationId: busy });
    await startTestJobs(store, [blocking.kind], { slots: { computing: 1 } });
    await expect.poll(() => blocking.started).toHaveLength(1);
    const [waiting] = await addDue(store, 1, { kind: 'test.blocking', organizationId: other });
    await startTestJobs(second, [blocking.kind], { slots: { computing: 1 } });
    await expect.poll(() => blocking.started[1]).toBe(waiting);
    blocking.release();
  });

  it('runs a computing job without delay while slow fetches fill their lane', async () => {
    const { store } = await testDatabase();
    const blocking = createBlockingKind();
    for (const organizationId of [await addOrganization(store), await addOrganization(store)])
      await addDue(store, 5, { kind: 'test.blocking', lane: 'fetching', organizationId });
    await startTestJobs(store, [blocking.kind, kindOf(() => {})]);
    await expect.poll(() => blocking.started).toHaveLength(8);
    const id = await add(store, { organizationId: await addOrganization(store) });
    await expect.poll(async () => (await jobOf(store, id))!.status).toBe('done');
    expect(blocking.started).toHaveLength(8);
    blocking.release();
  });

  it('leaves half of the slots to other organizations if one organization has many slow fetches', async () => {
    const { store } = await testDatabase();
    const [hanging, quick] = [createBlockingKind(), kindOf(() => {})];
    const [busy, other] = [await addOrganization(store), await addOrganization(store)];
    await addDue(store, 20, { kind: 'test.blocking', lane: 'fetching', organizationId: busy });
    await startTestJobs(store, [hanging.kind, quick]);
    await expect.poll(() => hanging.started).toHaveLength(4);
    const ids = await addDue(store, 3, { lane: 'fetching', organizationId: other });
    for (const id of ids) await expect.poll(async () => (await jobOf(store, id))!.status).toBe('done');
    expect(hanging.started).toHaveLength(4);
    hanging.release();
  });

  it('runs a job of each organization before a second job of any, even if more organizations wait than one query compares', async () => {
    const { store } = await testDatabase();
    const names = Array.from({ length: 250 }, (_, index) => `computing:org_${String(index).padStart(3, '0')}`);
    const rows = [...names, ...names].map((queue, index) => ({
      ...{ id: newId('Job'), kind: 'test.run', payload: '{}', status: 'waiting', organizationId: null },
      ...{
        lane: 'computing' satisfies Lane,
        queue,
        runAt: new Date(startTime + index),
        createdAt: new Date(startTime),
      },
    }));
    await store.transaction((tx) => insertRows(tx, { table: 'Job', rows }));
    const served: string[] = [];
    for (let after = ''; served.length < names.length; after = served.at(-1)!) {
      const filter = { lane: 'computing', kinds: ['test.run'], excluded: new Set<string>(), after } as const;
      served.push((await takeJob(store, filter, { lease: 60_000 }))!.queue);
    }
    expect(served.toSorted()).toEqual(names);
  });

  it('is not blocked by many deleted organizations with jobs', async () => {
    const { store } = await testDatabase();
    const live = await addOrganization(store);
    const [row] = await store.read.all(store.sql.selectFrom('Organization').selectAll());
    const at = { createdAt: new Date(startTime), updatedAt: new Date(startTime), deletedAt: new Date() };
    const deleted = Array.from({ length: 120 }, (_, index) => `org_${String(index).padStart(26, '0')}`);
    const { emailDomains, mergeRules, operatorFacts } = row!;
    const json = { emailDomains: JSON.stringify(emailDomains), mergeRules: JSON.stringify(mergeRules) };
    const rows = deleted.map((id) => ({ ...row, ...at, ...json, operatorFacts: JSON.stringify(operatorFacts), id }));
    const jobs = [...deleted, live].map((organizationId) => ({
      ...{ id: newId('Job'), kind: 'test.run', payload: '{}', status: 'waiting', organizationId, lane: 'computing' },
      ...{ queue: `computing:${organizationId}`, runAt: new Date(startTime), createdAt: new Date(startTime) },
    }));
    await store.transaction(async (tx) => {
      await insertRows(tx, { table: 'Organization', rows });
      await insertRows(tx, { table: 'Job', rows: jobs });
    });
    const filter = { lane: 'computing', kinds: ['test.run'], excluded: new Set<string>(), after: '' } as const;
    expect(await chooseQueue(store.read, filter)).toBe(`computing:${live}`);
  });

  // The test uses statistics of Postgres, which count the rows that a transaction has read. The new table has no
  // planner statistics.
  it.runIf(provider === 'postgresql')(
    'reads few rows to check a lane and to choose a queue, however many jobs are due',
    async () => {
      const { store } = await testDatabase();
      const many = sql`insert into "Job" ("id", "kind", "payload", "status", "lane", "queue", "runAt", "createdAt")
    select 'job_' || number, 'test.run', '{}', 'waiting', 'computing',
      'computing:org_' || case when number % 20 = 0 then number else 0 end,
      timestamp '2026-01-01' + number * interval '1 second', timestamp '2026-01-01'
    from generate_series(1, 20000) as number`;
      await store.transaction(({ read }) => read.all(many));
      const filter = { lane: 'computing', kinds: ['test.run'], excluded: new Set<string>(), after: '' } as const;
      const counted = sql<{
        rows: string;
      }>`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as rows
    from pg_stat_xact_user_tables where relname = 'Job'`;
      const count = await store.transaction(async ({ read }) => {
        expect(await readLaneStates(read, ['computing'], filter.kinds)).toMatchObject([{ isDue: true }]);
        expect(await chooseQueue(read, filter)).toBe('computing:org_0');
        return Number((await read.first(counted))!.rows);
      });
      // The query compares 100 queues, each by its first job.
      expect(count).toBeGreaterThan(100);
      expect(count).toBeLessThan(400);
    },
  );
});
