import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../change-requests/proposal.js';
import { blocksOf, commenterOn } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let path: string;

/** Creates comments on blocks of a page that is edited afterwards, with replies, reactions and several authors. */
beforeAll(async () => {
  manual = await seedManual(test, acme);
  path = `/spaces/${manual.id}`;
  const page = manual.page('guide/install');
  const blocks = await blocksOf(test, { path, page, token });
  const people = await Promise.all(
    ['comment', 'edit', 'comment', 'review'].map((role) => seedMember(test, acme.id, role as 'edit')),
  );
  for (let index = 0; index < 12; index++) {
    const author = commenterOn(test, { path, names: { space: manual.id } }, people[index % 2]!);
    const node = blocks.get(['First.', 'Second.', 'Third.'][index % 3]!);
    const { id } = (await author.post({ page, node, body: { markdown: `Comment ${index}` } })).body;
    const other = commenterOn(test, { path, names: { space: manual.id } }, people[2 + (index % 2)]!);
    await other.reply(id, 'A reply');
    await other.update(id, { addedReactions: ['👍'] });
    await author.update(id, { resolved: index % 4 === 0 });
  }
  const proposal = await openChangeRequest(test, manual.id, token);
  const document = { markdown: '# Install\n\nZeroth.\n\nFirst.\n\nSecond.\n\nAnd third.\n' };
  await proposal.change({ operation: 'update_page', page, document });
  await proposal.merge();
});

/** Reports whether a statement checks access. It reads the space, or the organizations of the users in the response. */
const isAccess = (sql: string) => /^select \* from "Space"|^select "userId", "organizationId" from "Member"/.test(sql);
const batchesWithoutAccess = async (run: () => Promise<unknown>) =>
  (await test.batches(run)).filter((sql) => !isAccess(sql)).length;

describe('a list of comments', () => {
  it.each(['', '?status=open', '?format=document'])(
    '%s with authors, replies, reactions and anchors takes at most four batches plus access checks, whatever its length',
    async (query) => {
      const list = (limit: number) =>
        test.rest('GET', `${path}/comments${query}${query ? '&' : '?'}limit=${limit}`, acme.admin);
      await list(8);
      const [few, many] = [await batchesWithoutAccess(() => list(1)), await batchesWithoutAccess(() => list(8))];
      expect(many).toBe(few);
      expect(many).toBeLessThanOrEqual(4);
    },
  );

  it('takes at most five batches when the edited page is read for the first time', async () => {
    const page = manual.page('guide/install');
    const proposal = await openChangeRequest(test, manual.id, token);
    await proposal.change({
      operation: 'update_page',
      page,
      document: { markdown: '# Install\n\nSecond.\n\nFirst.\n' },
    });
    await proposal.merge();
    expect(
      await batchesWithoutAccess(() => test.rest('GET', `${path}/comments?targetPage=${page}`, acme.admin)),
    ).toBeLessThanOrEqual(5);
  });

  it('takes at most three batches in GraphQL, with its count', async () => {
    const comments =
      'comments(first: 5, filter: { status: OPEN }) { totalCount nodes { body { markdown } postedBy { id } } }';
    const query = `query ($id: ID!) { space(id: $id) { ${comments} } }`;
    const ask = () => test.graphql(query, { token, variables: { id: manual.id } });
    expect(await batchesWithoutAccess(ask)).toBeLessThanOrEqual(3);
  });
});
