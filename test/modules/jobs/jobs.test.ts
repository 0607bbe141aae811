import { afterEach, describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/jobs/enqueue.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { listen } from '../../api/http/server-kit.js';
import { kindOf } from '../../platform/jobs/kinds.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization, tokenOf } from '../../support/seed.js';
import { seedJob } from '../../support/seed-job.js';
import { signal } from '../../support/signal.js';
import { follow, type Subscriber } from '../audit/events/live-kit.js';

const test = await testApp();
const origin = await listen(test);
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const member = await seedMember(test, acme.id, 'create');
let following: Subscriber[] = [];

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

const fields = 'id kind status done total attempts error organization { id }';
const readJob = async (id: string, { token } = acme.admin) =>
  (await test.graphql(`{ job(id: "${id}") { ${fields} } }`, { token })).data.job;
const call = async (name: string, job: string, { token } = acme.admin) => {
  const query = `mutation ($job: ID!) { ${name}(input: { job: $job }) { __typename } }`;
  const { errors } = await test.graphql(query, { token, variables: { job } });
  return errors?.[0]?.extensions.code ?? 'done';
};
const add = (organizationId = acme.id) =>
  test.store.transaction((tx) => enqueue(tx, { kind: 'test.run', payload: { secret: 'hush' }, organizationId }));

async function watch(id: string, { token } = acme.admin): Promise<Subscriber> {
  const one = await follow(origin, token, `subscription { job: jobProgress(id: "${id}") { status done total } }`);
  following.push(one);
  return one;
}

describe('the jobs of an organization', () => {
  it('are visible to its admins but not to other members, and do not include jobs without an organization', async () => {
    const own = await seedJob(test, { organizationId: acme.id, status: 'dead', error: 'No answer' });
    const foreign = await seedJob(test, { organizationId: globex.id, status: 'dead' });
    const common = await seedJob(test, { organizationId: null, status: 'dead' });
    expect(await readJob(own)).toMatchObject({
      id: own,
      status: 'DEAD',
      error: 'No answer',
      organization: { id: acme.id },
    });
    expect(await Promise.all([readJob(own, member), readJob(foreign), readJob(common)])).toEqual([null, null, null]);
    for (const name of ['replayJob', 'removeJob']) {
      expect(await call(name, own, member)).toBe('NOT_FOUND');
      expect(await call(name, common)).toBe('NOT_FOUND');
    }
    const jobs = (filter: string, token: string) =>
      test.graphql(`{ organization(id: "${acme.id}") { jobs${filter} { totalCount nodes { id } } } }`, { token });
    expect(
      (await jobs('(filter: { status: DEAD, kind: "test.seeded" })', acme.admin.token)).data.organization.jobs,
    ).toEqual({
      totalCount: 1,
      nodes: [{ id: own }],
    });
    expect((await jobs('(filter: { status: DONE })', acme.admin.token)).data.organization.jobs.totalCount).toBe(0);
    expect((await jobs('', member.token)).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  it('cannot be replayed by a token with the scope read', async () => {
    const job = await seedJob(test, { organizationId: acme.id, status: 'dead' });
    const token = await tokenOf(test, acme.admin.id, { scopes: ['read'] });
    expect((await readJob(job, { ...acme.admin, token })).id).toBe(job);
    expect(await call('replayJob', job, { ...acme.admin, token })).toBe('FORBIDDEN');
  });

  it('can be replayed or removed if they are dead, and both actions are logged', async () => {
    const job = await seedJob(test, { organizationId: acme.id, status: 'dead', kind: 'test.run' });
    expect(await call('replayJob', job)).toBe('done');
    expect(await call('replayJob', job)).toBe('CONFLICT');
    expect(await call('removeJob', job)).toBe('CONFLICT');
    await runDueJobs(test.store, [kindOf(() => {})]);
    expect(await readJob(job)).toMatchObject({ status: 'DONE', attempts: 1 });
    const other = await seedJob(test, { organizationId: acme.id, status: 'dead' });
    expect(await call('removeJob', other)).toBe('done');
    expect(await readJob(other)).toBeNull();
    const events = test.store.sql
      .selectFrom('Event')
      .select(['action', 'targetId'])
      .where('targetId', 'in', [job, other]);
    expect(await test.store.read.all(events.orderBy('sequence'))).toEqual([
      { action: 'replayJob', targetId: job },
      { action: 'removeJob', targetId: other },
    ]);
  });

  it('send their progress to followers, and the stream ends with the job', async () => {
    const id = await add();
    const one = await watch(id);
    const [first] = await one.until(1);
    expect(first!.data.job).toEqual({ status: 'WAITING', done: 0, total: 0 });
    const half = signal();
    const working = runDueJobs(test.store, [
      kindOf(async (_payload, { progress }) => {
        await progress(1, 2);
        await half.given;
        await progress(2, 2);
      }),
    ]);
    await expect.poll(() => one.got.at(-1)!.data.job).toEqual({ status: 'RUNNING', done: 1, total: 2 });
    half.give();
    await working;
    await one.ended;
    expect(one.got.at(-1)!.data.job).toEqual({ status: 'DONE', done: 2, total: 2 });
    expect(one.isComplete()).toBe(true);
    expect(JSON.stringify(one.got)).not.toContain('hush');
  });

  it('can be followed only with the role admin, and the stream ends when the follower loses this role', async () => {
    const id = await add();
    const refused = await watch(id, member);
    await refused.ended;
    expect(refused.got.map(({ data, errors }) => [data, errors![0]!.extensions.code])).toEqual([
      [undefined, 'NOT_FOUND'],
    ]);
    const second = await seedMember(test, acme.id, 'admin');
    const one = await watch(id, second);
    await one.until(1);
    const where = { organizationId_userId: { organizationId: acme.id, userId: second.id } };
    await test.store.transaction(({ prisma }) =>
      prisma.member.update({ where, data: { role: 'read' }, select: { role: true } }),
    );
    await one.ended;
    expect(one.got).toHaveLength(1);
    await runDueJobs(test.store, [kindOf(() => {})]);
  });

  it('can be seen, replayed and removed by the operator, who also manages jobs without an organization', async () => {
    const operator = { token: await tokenOf(test, test.operator.userId, { scopes: ['operator'] }) };
    const { id: organizationId } = await seedOrganization(test, 'Jobs');
    const jobs = [
      await seedJob(test, { organizationId, status: 'dead', kind: 'test.operated' }),
      await seedJob(test, { organizationId: null, status: 'dead', kind: 'test.operated' }),
    ];
    const list = `{ server { jobs(filter: { kind: "test.operated" }) {
    nodes { id status organization { id } serverOrganization { id title } } } } }`;
    const read = async () => (await test.graphql(list, operator)).data.server.jobs.nodes;
    const job = { status: 'DEAD', organization: null };
    const serverOrganization = { id: organizationId, title: 'Jobs' };
    expect(await read()).toEqual([
      { ...job, id: jobs[1], serverOrganization: null },
      { ...job, id: jobs[0], serverOrganization },
    ]);
    const call = (mutation: string) => test.graphql(`mutation { ${mutation} }`, operator);
    for (const id of jobs) {
      const { data } = await call(`replayJob(input: { job: "${id}" }) { job { status } }`);
      expect(data.replayJob.job).toEqual({ status: 'WAITING' });
      await test.store.transaction(({ prisma }) =>
        prisma.job.update({ where: { id }, data: { status: 'dead' }, select: { id: true } }),
      );
      const removed = await call(`removeJob(input: { job: "${id}" }) { deletedId }`);
      expect(removed.data.removeJob).toEqual({ deletedId: id });
    }
    const { errors } = await call('removeJob(input: { job: "job_none" }) { deletedId }');
    expect(errors![0]!.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });
});
