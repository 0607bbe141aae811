import { describe, expect, it } from 'vitest';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { startTestJobs } from '../../platform/jobs/kinds.js';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';
import { commenterOn } from '../review/comments/comment-kit.js';
import {
  mailsAfterGathering,
  mailsOf,
  type NotificationMail,
  seedProposal,
  sendKind,
  waitingNotifications,
} from './notification-kit.js';

const test = await testApp();

const addressesAndSubjects = (mails: NotificationMail[]) => mails.map(({ address, subject }) => [address, subject]);
const title = 'Proposal (change request 1 of Manual)';
const nameOf = ({ email }: { email: string }) => email.replace(/^\D+(\d+).*$/, 'Member $1');
const adminName = ({ email }: { email: string }) => email.replace(/^\D+(\d+).*$/, 'Admin $1');
const addPage = { operation: 'insert_page', title: 'New', document: { markdown: 'New.' } };

describe('a notification', () => {
  it('goes to the requested reviewers, but not to the person who requests the review', async () => {
    const { organization, ann, bo, cy, requestReview, proposal } = await seedProposal(test);
    await requestReview([bo, cy, ann]);
    const mails = await mailsAfterGathering(test, organization);
    const subject = `${nameOf(ann)} requested your review of ${title}`;
    expect(addressesAndSubjects(mails)).toEqual([bo, cy].map(({ email }) => [email, subject]).sort());
    expect(mails[0]!.text).toContain(`https://docs.test/app/${proposal.id}\n`);
    expect(mails[0]!.text).toContain(
      `You get this mail because someone requested your review. Unsubscribe from mails about requests for your review:\n${mails[0]!.unsubscribe}`,
    );
  });

  it.each(['a space', 'a change request'] as const)(
    'of a reply to a comment on %s goes to the author of the comment and the authors of earlier replies',
    async (kind) => {
      const { organization, space, ann, bo, cy, proposal } = await seedProposal(test);
      const target =
        kind === 'a space'
          ? { path: `/spaces/${space}`, names: { space } }
          : { path: proposal.path, names: { space, changeRequest: proposal.id } };
      const { id } = (await commenterOn(test, target, ann).post('Why?')).body;
      await commenterOn(test, target, bo).reply(id, 'Because.');
      const first = await mailsAfterGathering(test, organization);
      const subject = kind === 'a space' ? 'Manual' : title;
      expect(addressesAndSubjects(first)).toEqual([[ann.email, `${nameOf(bo)} replied to a comment on ${subject}`]]);
      await commenterOn(test, target, cy).reply(id, 'I agree.');
      const both = await mailsAfterGathering(test, organization);
      expect(addressesAndSubjects(both.filter((mail) => !first.some(({ text }) => text === mail.text)))).toEqual(
        [ann, bo].map(({ email }) => [email, `${nameOf(cy)} replied to a comment on ${subject}`]).sort(),
      );
    },
  );

  it('of a merge goes to the person who opened the change request, and to its reviewers', async () => {
    const { organization, admin, ann, bo, cy, proposal, requestReview, merge } = await seedProposal(test);
    await requestReview([bo]);
    await test.rest('POST', `${proposal.path}/reviews`, { ...cy, body: { status: 'approved' } });
    await proposal.change(addPage);
    expect((await merge()).status).toBe(200);
    const subject = `${adminName(admin)} merged ${title}`;
    expect(addressesAndSubjects(await mailsAfterGathering(test, organization))).toEqual(
      [ann, bo, cy].map(({ email }) => [email, subject]).sort(),
    );
  });

  it('about an outdated change request goes only once to the person who opened it', async () => {
    const { organization, admin, space, ann, proposal } = await seedProposal(test);
    const own = await openChangeRequest(test, space, admin.token);
    for (const _ of [1, 2]) {
      const other = await openChangeRequest(test, space, admin.token);
      await other.change(addPage);
      expect((await other.merge()).status).toBe(200);
    }
    expect((await own.get()).outdated).toBe(true);
    expect(addressesAndSubjects(await mailsAfterGathering(test, organization))).toEqual([
      [ann.email, `${title} is outdated: ${adminName(admin)} changed the space`],
    ]);
    await proposal.update();
    expect(await waitingNotifications(test, organization)).toEqual([]);
  });
});

describe('notifications within five minutes', () => {
  it('are sent in one mail, with one sentence for each kind and subject', async () => {
    const { organization, admin, space, ann, bo, cy, proposal, requestReview, merge } = await seedProposal(test);
    const target = { path: proposal.path, names: { space } };
    const { id } = (await commenterOn(test, target, bo).post('Why?')).body;
    await requestReview([bo]);
    for (const author of [cy, ann, cy]) await commenterOn(test, target, author).reply(id, 'Because.');
    moveClock(299_000);
    expect(await runDueJobs(test.store, [sendKind(test)])).toBe(0);
    await merge();
    const mails = (await mailsAfterGathering(test, organization)).filter(({ address }) => address === bo.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 changes in Acme']);
    const sentences = mails[0]!.text.split('\n').filter((line) => line.endsWith('.') && line.includes(title));
    expect(sentences).toEqual([
      `${nameOf(cy)} and ${nameOf(ann)} replied to a comment on ${title}.`,
      `${adminName(admin)} merged ${title}.`,
    ]);
  });

  it('are sent in one mail, even by two servers or by a job that runs twice', async () => {
    const { organization, bo, requestReview } = await seedProposal(test);
    await requestReview([bo]);
    moveClock(300_000);
    const servers = await Promise.all([1, 2].map(() => startTestJobs(test.store, [sendKind(test)])));
    await expect.poll(() => mailsOf(test, organization)).toHaveLength(1);
    await Promise.all(servers.map((jobs) => jobs.close()));
    const payload = { organizationId: organization, userId: bo.id };
    const run = { id: 'job_of_a_test', attempt: 2, signal: new AbortController().signal, progress: async () => {} };
    await Promise.all([1, 2].map(() => sendKind(test).run(payload, run)));
    expect(await mailsOf(test, organization)).toHaveLength(1);
    expect(await waitingNotifications(test, organization)).toEqual([]);
  });

  it('are sent by a new job if the previous job is done', async () => {
    const { organization, bo, requestReview } = await seedProposal(test);
    for (const count of [1, 2]) {
      await requestReview([bo]);
      expect(await mailsAfterGathering(test, organization)).toHaveLength(count);
    }
  });
});

describe('when notifications are due, no mail goes to a person', () => {
  type Scene = Awaited<ReturnType<typeof seedProposal>>;
  const member = (changes: object, { organization, bo }: Scene) =>
    test.store.transaction(({ prisma }) =>
      prisma.member.updateMany({ where: { organizationId: organization, userId: bo.id }, data: changes }),
    );

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['who was disabled', (scene) => member({ disabled: true }, scene)],
    ['who is a guest without a grant', (scene) => member({ role: null }, scene)],
    [
      'who is no longer a member',
      ({ organization, bo, admin }) => test.rest('DELETE', `/orgs/${organization}/members/${bo.id}`, admin),
    ],
    [
      'who must sign in by single sign-on',
      ({ organization }) =>
        test.store.transaction(({ prisma }) =>
          prisma.organization.update({ where: { id: organization }, data: { sso: true } }),
        ),
    ],
    ['about a deleted space', ({ space, admin }) => test.rest('DELETE', `/spaces/${space}`, admin)],
    [
      'about a request that was withdrawn',
      ({ proposal, bo, ann }) => test.rest('DELETE', `${proposal.path}/requested-reviewers/${bo.id}`, ann),
    ],
    [
      'about a request that was answered',
      ({ proposal, bo }) => test.rest('POST', `${proposal.path}/reviews`, { ...bo, body: { status: 'approved' } }),
    ],
  ])('%s', async (_, change) => {
    const scene = await seedProposal(test);
    await scene.requestReview([scene.bo]);
    expect(await waitingNotifications(test, scene.organization)).toHaveLength(1);
    await change(scene);
    expect(await mailsAfterGathering(test, scene.organization)).toEqual([]);
    expect(await waitingNotifications(test, scene.organization)).toEqual([]);
  });

  it('about a reply that was deleted, or a change request that was updated', async () => {
    const { organization, admin, space, ann, bo, proposal } = await seedProposal(test);
    const target = { path: proposal.path, names: { space } };
    const { id } = (await commenterOn(test, target, ann).post('Why?')).body;
    const reply = (await commenterOn(test, target, bo).reply(id, 'Because.')).body.id;
    await commenterOn(test, target, bo).remove(`${id}/replies/${reply}`);
    const other = await openChangeRequest(test, space, admin.token);
    await other.change(addPage);
    await other.merge();
    await proposal.update();
    expect((await waitingNotifications(test, organization)).map(({ kind }) => kind)).toEqual([
      'commentReply',
      'changeRequestOutdated',
    ]);
    expect(await mailsAfterGathering(test, organization)).toEqual([]);
  });
});

it('a person who may see only one of two spaces gets a mail about only that space', async () => {
  const { organization, admin, bo, requestReview } = await seedProposal(test);
  await requestReview([bo]);
  const hidden = (await test.rest('POST', `/orgs/${organization}/spaces`, { ...admin, body: { title: 'Hidden' } }))
    .body;
  const secret = await openChangeRequest(test, hidden.id, admin.token);
  await test.rest('POST', `${secret.path}/requested-reviewers`, { ...admin, body: { users: [bo.id] } });
  await test.store.transaction(({ prisma }) =>
    prisma.space.update({ where: { id: hidden.id }, data: { defaultLevel: null, resolvedLevel: null } }),
  );
  const [mail] = await mailsAfterGathering(test, organization);
  expect(mail!.text).toContain('of Manual');
  expect(mail!.text).not.toContain('Hidden');
});
