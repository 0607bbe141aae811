import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { setScene } from '../../lifecycle/transfers/transfer-kit.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { expectCorrectCounts } from '../change-requests/counted.js';
import { openChangeRequest } from '../change-requests/proposal.js';
import { blocksOf, commenterOn } from './comment-kit.js';

const test = await testApp();
const { from, to, both, fromAdmin, toAdmin, transfer } = await setScene(test);
const { token } = both;
let manual: Manual;
let thread: string;

/** Creates a comment on a block of the manual, with a reply and a reaction, and a comment on a change request. */
beforeAll(async () => {
  manual = await seedManual(test, { id: from, admin: both });
  const path = `/spaces/${manual.id}`;
  const page = manual.page('guide/install');
  const node = (await blocksOf(test, { path, page, token })).get('Second.')!;
  const asBoth = commenterOn(test, { path, names: { space: manual.id } }, both);
  thread = (await asBoth.post({ page, node, body: { markdown: 'Why [so](/pages/guide)?' } })).body.id;
  await asBoth.reply(thread, 'Ask them');
  await asBoth.update(thread, { addedReactions: ['👍'] });
  const proposal = await openChangeRequest(test, manual.id, token);
  await commenterOn(test, { path: proposal.path, names: { space: manual.id } }, both).post('Better');
});

const commentsOf = async (space: string, who = both) => (await test.rest('GET', `/spaces/${space}/comments`, who)).body;

describe('comments', () => {
  it.each([
    ['a duplicate', () => test.rest('POST', `/spaces/${manual.id}/duplicate`, { token })],
    [
      'a space created from it as a template',
      () => test.rest('POST', `/orgs/${from}/spaces`, { token, body: { template: { id: manual.id } } }),
    ],
  ])('are not copied to %s', async (_, make) => {
    const { status, body } = await make();
    expect([status, body.error?.message]).toEqual([expect.any(Number), undefined]);
    expect([(await commentsOf(body.id)).count, body.comments]).toEqual([0, 0]);
    await expectCorrectCounts(test.store);
  });

  it('are unchanged after their space is deleted and restored', async () => {
    const before = await commentsOf(manual.id);
    await test.rest('DELETE', `/spaces/${manual.id}`, { token });
    await test.rest('POST', `/spaces/${manual.id}/restore`, { token });
    expect(await commentsOf(manual.id)).toEqual(before);
  });

  it('are transferred with their space, together with replies, reactions and anchors', async () => {
    const before = await commentsOf(manual.id);
    expect((await transfer(manual.id)).status).toBe(200);
    expect(await commentsOf(manual.id)).toEqual(before);
    expect((await test.rest('GET', `/spaces/${manual.id}/comments/${thread}`, toAdmin)).status).toBe(200);
    expect((await test.rest('GET', `/spaces/${manual.id}/comments/${thread}`, fromAdmin)).status).toBe(404);
    const proposal = await openChangeRequest(test, manual.id, token);
    const page = manual.page('guide/install');
    const document = { markdown: '# Install\n\nZeroth.\n\nFirst.\n\nSecond.\n\nThird.\n' };
    await proposal.change({ operation: 'update_page', page, document });
    await proposal.merge();
    const [{ target }] = (await commentsOf(manual.id, toAdmin)).items;
    const { body } = await test.rest('GET', `/spaces/${manual.id}/content/page/${page}?format=document`, toAdmin);
    expect(target.node.id).toBe(body.document.nodes[3].key);
    expect((await commentsOf(manual.id, toAdmin)).items).toMatchObject([{ id: thread, replies: 1 }]);
    const counts = await expectCorrectCounts(test.store);
    expect(counts.get(manual.id)).toMatchObject({ changeRequests: 2 });
    expect(to).not.toBe(from);
  });
});
