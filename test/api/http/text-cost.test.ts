import { beforeEach, describe, expect, it } from 'vitest';
import { createTextPayment } from '../../../src/api/http/limits/text-payment.js';
import { openChangeRequest } from '../../modules/review/change-requests/proposal.js';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp({ RATE_LIMIT: '100000' });
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

beforeEach(() => moveClock(0));

/** Returns the number of rate-limit points that a request costs. */
async function pointCost(ask: () => Promise<{ status: number }>): Promise<number> {
  // The request for the remaining points costs one point itself.
  const left = async () => Number((await test.rest('GET', '/user', { token })).headers['ratelimit-remaining']);
  const before = await left();
  expect((await ask()).status).toBe(200);
  return before - (await left()) - 1;
}

const line = (word: string) => `A line of ${word}.\n`;
const large = (word: string) => `# Large\n\n${line(word).repeat(Math.ceil(40_960 / line(word).length))}`;

describe('a request pays a point per 4 KiB of processed text', () => {
  it('when it reads the text as a document, but not when it reads the stored Markdown', async () => {
    const space = await seedSpace(test, acme, { 'README.md': large('words') });
    const page = (await pagesByPath(test, space, token)).get('')!;
    const path = `/spaces/${space}/content/page/${page}`;
    for (const time of ['first', 'again']) {
      expect([time, await pointCost(() => test.rest('GET', path, { token }))]).toEqual([time, 1 + 10]);
      expect([time, await pointCost(() => test.rest('GET', `${path}?format=markdown`, { token }))]).toEqual([time, 1]);
    }
  });

  it('when it writes the text', async () => {
    const proposal = await openChangeRequest(test, await seedSpace(test, acme), token);
    const insertion = { operation: 'insert_page', title: 'New', document: { markdown: large('news') } };
    expect(await pointCost(() => proposal.change(insertion))).toBe(1 + 10);
  });

  it('for all its texts together, so that many small texts do not cost a point each', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`p${index}.md`, 'x'.repeat(1_024)]));
    const space = await seedSpace(test, acme, files);
    const query = `{ space(id: "${space}") { revision { pages(first: 5) { nodes { ... on DocumentPage { document } } } } } }`;
    const { cost } = (await test.graphql(query, { token })).extensions!;
    expect(await pointCost(() => test.graphql(query, { token }))).toBe(Number(cost));
  });
});

it('conflicts cost points for their text on each read, up to the limit of a call', async () => {
  const space = await seedSpace(test, acme, { 'README.md': large('base') });
  const page = (await pagesByPath(test, space, token)).get('')!;
  const [ours, theirs] = [await openChangeRequest(test, space, token), await openChangeRequest(test, space, token)];
  const write = { operation: 'update_page', page };
  await ours.change({ ...write, document: { markdown: large('ours') } });
  await theirs.change({ ...write, document: { markdown: large('theirs') } });
  await ours.merge();
  const asking = (times: number) => {
    const aliases = Array.from({ length: times }, (_, index) => `a${index}: conflicts { kind }`).join(' ');
    return test.graphql(`{ changeRequest(id: "${theirs.id}") { ${aliases} } }`, { token });
  };
  const once = await asking(1);
  expect(once.data.changeRequest.a0).toEqual([{ kind: 'PAGE_TEXT' }]);
  const error = (await asking(29)).errors![0]!;
  expect(error.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' });
  expect(error.message).toMatch(/at most 5000 points, a point for each 4 KiB \(got \d+\); ask for fewer at once/);
});

it('no text is returned if the texts of a call together exceed the limit, in whichever order they are paid', async () => {
  const most = 5000 * 4096;
  const pay = createTextPayment(async () => {}, true);
  const paid = await Promise.allSettled([pay(most / 2), pay(most / 2 + 1), pay(4096)]);
  expect(paid.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const other = createTextPayment(async () => {}, true);
  await Promise.all([other(most / 2), other(most / 2)]);
  await expect(other(1)).rejects.toThrow(/got 5001/);
});
