import { describe, expect, it } from 'vitest';
import { jobKinds } from '../../../../src/app/job-kinds.js';
import { requestLink } from '../../../../src/modules/identity/sign-in/sign-in-link.js';
import { limits } from '../../../../src/platform/base/limits.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import { publicUrl, sealer, secret } from '../../../support/app.js';
import { testDatabase } from '../../../support/database.js';
import { runKind } from '../../../support/run-kind.js';

const { store } = await testDatabase();
const links = { sealer, secret, base: publicUrl };
const kinds = jobKinds({ store, outbound: createOutbound([]), links });
const requests = () => store.read.all(store.sql.selectFrom('Job').selectAll().where('kind', '=', 'signInLinks.send'));
const request = (address: string) => requestLink(store, { address, redirect: null });

describe('requests of sign-in links', () => {
  it('wait as one job if they are concurrent and for the same address, in upper or lower case', async () => {
    await Promise.all(['ann@nowhere.test', 'ANN@nowhere.test', 'ａnn@nowhere.test'].map(request));
    await request('bo@nowhere.test');
    expect((await requests()).map(({ queue, status }) => [queue, status])).toEqual(
      Array(2).fill(['fetching:signInLinks', 'waiting']),
    );
  });

  it('keep their address while they wait, and are deleted with it when they are done', async () => {
    await runDueJobs(store, kinds);
    await request('cy@nowhere.test');
    await runKind(kinds, 'linkRequests.expire');
    expect((await requests()).map(({ payload }) => payload)).toMatchObject([{ address: 'cy@nowhere.test' }]);
  });

  it('are dropped while 5,000 other requests wait', async () => {
    const at = { runAt: new Date(), createdAt: new Date() };
    const waiting = { kind: 'signInLinks.send', payload: {}, status: 'waiting', ...at };
    const count = limits.signInLinksWaiting.value - (await requests()).length - 1;
    const data = Array.from({ length: count }, (_, number) => ({ id: `job_waiting${number}`, ...waiting }));
    await store.transaction(({ prisma }) => prisma.job.createMany({ data }));
    expect([await request('di@nowhere.test'), await request('ed@nowhere.test')]).toEqual([true, false]);
    expect(await requests()).toHaveLength(limits.signInLinksWaiting.value);
  });
});
