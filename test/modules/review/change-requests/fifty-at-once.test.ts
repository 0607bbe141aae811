import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { refuseDeadlocks } from '../../../support/deadlocks.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { expectCorrectCounts } from './counted.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
refuseDeadlocks(test);
const acme = await seedOrganization(test);
const { token } = acme.admin;

/**
 * Number of pairs of change requests in one space. Both change requests of a pair write the same line of the same page.
 */
const pairs = 5;

it('fifty concurrent reviews, edits and merges in one space lose no accepted write, leave correct counts, and merge one of each pair', async () => {
  const manual = await seedManual(test, acme);
  const reviewer = await seedMember(test, acme.id, 'review');
  const first = await openChangeRequest(test, manual.id, token);
  const pages = Array.from({ length: pairs }, (_, index) => `Page ${index}`);
  const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'The line.\n' } });
  const inserted = (await first.change(...pages.map(insert))).body.changes.map(
    ({ page }: { page: { id: string } }) => page.id,
  );
  await first.merge();
  const proposals: ChangeRequestClient[] = [];
  for (let index = 0; index < 2 * pairs; index++) {
    const proposal = await openChangeRequest(test, manual.id, token);
    const page = inserted[Math.floor(index / 2)];
    const document = { markdown: `The line of ${proposal.number}.\n` };
    expect((await proposal.change({ operation: 'update_page', page, document })).status).toBe(200);
    proposals.push(proposal);
  }
  const openChangeRequests = await Promise.all(
    Array.from({ length: 5 }, () => openChangeRequest(test, manual.id, token)),
  );
  const review = ({ path }: ChangeRequestClient, index: number) =>
    test.rest('POST', `${path}/reviews`, {
      ...reviewer,
      body: { status: 'approved', comment: { markdown: `Review ${index}` } },
    });
  const merging = proposals.map((proposal) => proposal.merge());
  const reviewing = Array.from({ length: 20 }, (_, index) => review(openChangeRequests[index % 5]!, index));
  const editing = Array.from({ length: 20 }, (_, index) =>
    openChangeRequests[index % 5]!.change(insert(`Edit ${index}`)),
  );
  const [merged, reviewed, edited] = await Promise.all([merging, reviewing, editing].map((all) => Promise.all(all)));

  const results = merged!.map(({ body }) => body.result);
  for (let pair = 0; pair < pairs; pair++)
    expect(results.slice(2 * pair, 2 * pair + 2).sort(), `pair ${pair}`).toEqual(['conflicts', 'merge']);
  expect(reviewed!.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(edited!.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const [index, { path }] of openChangeRequests.entries()) {
    const { body } = await test.rest('GET', `${path}/content/pages`, acme.admin);
    const titles = body.pages.map(({ title }: { title: string }) => title);
    for (let edit = index; edit < 20; edit += 5) expect(titles).toContain(`Edit ${edit}`);
    expect((await test.rest('GET', `${path}/reviews`, acme.admin)).body.count).toBe(4);
    expect((await test.rest('GET', path, acme.admin)).body.comments).toBe(4);
  }
  await expectCorrectCounts(test.store);
});
