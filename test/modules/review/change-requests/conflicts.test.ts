import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let [first, second]: ChangeRequestClient[] = [];

beforeEach(async () => {
  manual = await seedManual(test, acme);
  first = await openChangeRequest(test, manual.id, token);
  second = await openChangeRequest(test, manual.id, token);
});

const write = (markdown: string) => ({
  operation: 'update_page',
  page: manual.page('guide/install'),
  document: { markdown },
});

async function diverge(merged: object, proposed: object): Promise<void> {
  for (const [proposal, change] of [
    [first!, merged],
    [second!, proposed],
  ] as const)
    if ((await proposal.change(change)).status !== 200) throw new Error('The change was refused');
  if ((await first!.merge()).body.result !== 'merge') throw new Error('The first was not merged');
}

const conflicts = async (proposal = second!) => {
  const query = `query ($id: ID!) { changeRequest(id: $id) {
    conflicts { kind pageId fileId field deletedBy versions { base ours theirs } hunks { base ours theirs } }
  } }`;
  return (await test.graphql(query, { token, variables: { id: proposal.id } })).data.changeRequest.conflicts;
};

it('a merge or an update with conflicts returns 200 with the result `conflicts`, and changes nothing', async () => {
  await diverge(write('# Install\n\nOurs.\n'), write('# Install\n\nTheirs.\n'));
  const [before, head] = [await second!.get(), (await test.rest('GET', `/spaces/${manual.id}`, { token })).body];
  for (const attempt of [second!.merge, second!.update]) {
    const { status, body } = await attempt();
    expect([status, body]).toEqual([200, { revision: before.revision, result: 'conflicts' }]);
  }
  expect(await second!.get()).toEqual(before);
  expect((await test.rest('GET', `/spaces/${manual.id}`, { token })).body).toEqual(head);
});

it('a conflict of texts has the base and both sides if both sides change the same lines', async () => {
  await diverge(
    write('# Install\n\nOurs.\n\nSecond.\n\nThird.\n'),
    write('# Install\n\nTheirs.\n\nSecond.\n\nThird.\n'),
  );
  expect(await conflicts()).toMatchObject([
    {
      kind: 'PAGE_TEXT',
      pageId: manual.page('guide/install'),
      hunks: [{ base: ['First.\n'], ours: ['Ours.\n'], theirs: ['Theirs.\n'] }],
    },
  ]);
});

it('a conflict names the field that both sides change', async () => {
  const title = (value: string) => ({ operation: 'update_page', page: manual.page('guide'), title: value });
  await diverge(title('Ours'), title('Theirs'));
  expect(await conflicts()).toContainEqual({
    kind: 'PAGE_FIELD',
    pageId: manual.page('guide'),
    fileId: null,
    field: 'title',
    deletedBy: null,
    versions: { base: 'Guide', ours: 'Ours', theirs: 'Theirs' },
    hunks: [],
  });
});

it('a conflict names the side that deleted a page that the other side changed', async () => {
  await diverge({ operation: 'delete_page', page: manual.page('guide/install') }, write('Theirs.\n'));
  expect(await conflicts()).toMatchObject([
    { kind: 'PAGE_DELETED', pageId: manual.page('guide/install'), deletedBy: 'ours' },
  ]);
});

it('a conflict has both new parents if both sides move a page', async () => {
  const more = (await test.rest('GET', `/spaces/${manual.id}/content/path/more`, { token })).body.id;
  const move = (into: string | null) => ({ operation: 'update_page', page: manual.page('guide/use'), into });
  await diverge(move(more), move(null));
  expect(await conflicts()).toContainEqual(
    expect.objectContaining({
      kind: 'PAGE_MOVED',
      pageId: manual.page('guide/use'),
      versions: { base: manual.page('guide'), ours: more, theirs: null },
    }),
  );
});

it('there is no conflict if both sides make the same change', async () => {
  await diverge(write('Same.\n'), write('Same.\n'));
  expect(await conflicts()).toEqual([]);
  expect((await second!.merge()).body.result).toBe('merge');
});

it('a conflict is resolved if the change request gets the text of the space; the merge then succeeds', async () => {
  await diverge(write('# Install\n\nOurs.\n'), write('# Install\n\nTheirs.\n'));
  await second!.change(write('# Install\n\nOurs.\n'));
  expect(await conflicts()).toEqual([]);
  expect((await second!.merge()).body.result).toBe('merge');
});

it('a merged change request has no conflicts', async () => {
  await diverge(write('Ours.\n'), write('Theirs.\n'));
  expect(await conflicts(first)).toEqual([]);
});
