import { beforeEach, describe, expect, it } from 'vitest';
import { collectContentGarbage } from '../../../../src/modules/content/content-garbage-collection/collect-content.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../../review/change-requests/proposal.js';
import { findProblems } from '../verification/verification-kit.js';
import { daysBefore, expire, setRetention } from './retention-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
const editor = await seedMember(test, acme.id, 'edit');
const reviewer = await seedMember(test, acme.id, 'review');
await setRetention(test, { token, organization: acme.id, revisions: 10 });
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, token);
});

async function edit(text: string, who = token): Promise<string> {
  const changes = [{ operation: 'update_page', page: manual.page('guide'), document: { markdown: text } }];
  await test.rest('POST', `${proposal.path}/content`, { token: who, body: { changes } });
  return (await proposal.get()).revision;
}

/** Merges the change request, and makes the merge 20 days old. */
async function mergeLongAgo(): Promise<string> {
  const { revision } = (await proposal.merge()).body;
  await test.store.transaction(({ prisma }) =>
    prisma.revision.update({ where: { id: revision }, data: { createdAt: daysBefore(20) } }),
  );
  return revision;
}

async function ownRevisions(): Promise<{ id: string; parents: string[] }[]> {
  const text = `query ($space: ID!, $id: String!) {
    changeRequest(space: $space, changeRequest: $id) {
      revisions(first: 50, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id parents } }
    }
  }`;
  const { data } = await test.graphql(text, { token, variables: { space: manual.id, id: proposal.id } });
  return data.changeRequest.revisions.nodes;
}

/** Posts a comment or a review. */
async function say(path: 'comments' | 'reviews', body: object): Promise<void> {
  const { status } = await test.rest('POST', `${proposal.path}/${path}`, { ...reviewer, body });
  expect(status).toBeLessThan(300);
}

const ids = async () => (await ownRevisions()).map(({ id }) => id);
const read = async (path: string) => (await test.rest('GET', path, { token })).body;

describe('revisions of a merged change request that have expired', () => {
  it('are removed, except the proposed one, whose parent is then the revision that the change request began with', async () => {
    for (const text of ['One.\n', 'Two.\n']) await edit(text);
    const last = await edit('Three.\n');
    await mergeLongAgo();
    const { revisionInitial } = await proposal.get();
    await expire(test, 'revisions.expire');
    expect(await ownRevisions()).toEqual([{ id: last, parents: [revisionInitial] }]);
  });

  it('leave everything that the API says about the change request', async () => {
    for (const text of ['One.\n', 'Two.\n', 'Three.\n']) await edit(text);
    await proposal.update();
    for (const text of ['Four.\n', 'Five.\n']) await edit(text, editor.token);
    const merged = await mergeLongAgo();
    const paths = [
      ...['', '/changes?limit=50', '/contributors', '/content', '/content/pages', '/comments', '/reviews'].map(
        (path) => `${proposal.path}${path}`,
      ),
      `/spaces/${manual.id}/revisions/${merged}`,
      `/spaces/${manual.id}/revisions/${merged}/changes`,
      `/spaces/${manual.id}/content`,
    ];
    const readAll = () => Promise.all(paths.map(read));
    const before = await readAll();
    const countBefore = (await ids()).length;
    await expire(test, 'revisions.expire');
    expect((await ids()).length).toBe(countBefore - 3);
    expect(await readAll()).toEqual(before);
    expect(await findProblems(test.store)).toEqual({ checks: {}, losses: [] });
    expect(before[2].items.map(({ count }: { count: number }) => count).sort()).toEqual([2, 3]);
  });

  it('are unknown afterwards, like a revision that never was', async () => {
    const first = await edit('One.\n');
    await edit('Two.\n');
    await mergeLongAgo();
    await expire(test, 'revisions.expire');
    const paths = ['', '/pages', '/changes'].map((path) => `/spaces/${manual.id}/revisions/${first}${path}`);
    for (const path of paths) expect((await test.rest('GET', path, { token })).status).toBe(404);
  });

  it('stay if a comment or a review names them', async () => {
    await edit('1.\n');
    const commented = await edit('2.\n');
    await say('comments', { body: { markdown: 'Why?' } });
    await edit('3.\n');
    const reviewed = await edit('4.\n');
    await say('reviews', { status: 'approved' });
    const last = await edit('5.\n');
    await mergeLongAgo();
    await expire(test, 'revisions.expire');
    expect(await ids()).toEqual([commented, reviewed, last]);
  });

  it('stay while the change request is open, and until the time after the merge has passed', async () => {
    for (const text of ['One.\n', 'Two.\n']) await edit(text);
    const before = await ids();
    await expire(test, 'revisions.expire');
    expect(await ids()).toEqual(before);
    await proposal.merge();
    await expire(test, 'revisions.expire');
    expect(await ids()).toEqual(before);
  });

  it('free the content that only they had, two sweeps later', async () => {
    await edit('Only here, once.\n');
    await edit('Here for good.\n');
    await mergeLongAgo();
    await expire(test, 'revisions.expire');
    const count = () =>
      test.store.transaction(({ prisma }) => prisma.blob.count({ where: { organizationId: acme.id } }));
    const makeOld = () =>
      test.store.transaction(async ({ prisma }) => {
        await prisma.blob.updateMany({ data: { createdAt: daysBefore(3) } });
        await prisma.contentTouch.updateMany({ data: { at: daysBefore(3) } });
      });
    const { signal } = new AbortController();
    const before = await count();
    for (const _ of [1, 2]) {
      await makeOld();
      await collectContentGarbage(test.store, { signal });
    }
    expect(await count()).toBeLessThan(before);
    expect(await proposal.text('guide')).toBe('Here for good.\n');
  });
});
