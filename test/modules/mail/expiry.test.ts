import { describe, expect, it } from 'vitest';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { testDatabase } from '../../support/database.js';
import { runKind } from '../../support/run-kind.js';
import { mailRow, queue, sendJobs } from './mail-kit.js';

const { store } = await testDatabase();
const kinds = jobKinds({ store, outbound: createOutbound([]) });
const day = 86_400_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

describe('the retention of mails', () => {
  it('deletes the body of a mail when its links have expired, and keeps the other columns', async () => {
    const ended = await queue(store, { expiresAt: fromNow(-1) });
    const open = await queue(store, { expiresAt: fromNow(day) });
    const withoutLinks = await queue(store);
    await runKind(kinds, 'mailBodies.expire');
    expect(await mailRow(store, ended)).toMatchObject({ body: null, subject: 'Sign in', address: 'ann@acme.test' });
    for (const id of [open, withoutLinks]) expect((await mailRow(store, id))!.body).toBeTypeOf('string');
  });

  it('deletes a mail after 30 days', async () => {
    const [old, recent] = [await queue(store), await queue(store)];
    const age = (id: string, createdAt: Date) =>
      store.transaction(({ prisma }) => prisma.mail.update({ where: { id }, data: { createdAt } }));
    await age(old, fromNow(-30 * day));
    await age(recent, fromNow(-29 * day));
    await runKind(kinds, 'mails.expire');
    expect(await mailRow(store, old)).toBeUndefined();
    expect(await mailRow(store, recent)).toBeDefined();
  });

  it('deletes a job after a day if no process with a mail server has run it, and keeps its mail', async () => {
    const mails = [await queue(store), await queue(store), await queue(store)];
    const [due, running, recent] = (await sendJobs(store)).slice(-3);
    const change = (id: string, data: object) =>
      store.transaction(({ prisma }) => prisma.job.update({ where: { id }, data }));
    await change(due!.id, { runAt: fromNow(-day) });
    await change(running!.id, { runAt: fromNow(-day), status: 'running' });
    await change(recent!.id, { runAt: fromNow(60_000 - day) });
    await runKind(kinds, 'mailJobs.expire');
    expect((await sendJobs(store)).slice(-2).map(({ id }) => id)).toEqual([running!.id, recent!.id]);
    for (const id of mails) expect(await mailRow(store, id)).toBeDefined();
  });
});
