import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { refuseDeadlocks } from '../../../support/deadlocks.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, headText, openChangeRequest } from './proposal.js';

const test = await testApp();
refuseDeadlocks(test);
const acme = await seedOrganization(test);
const { token } = acme.admin;

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });
const write = (manual: Manual, path: string, markdown: string) => ({
  operation: 'update_page',
  page: manual.page(path),
  document: { markdown },
});
const titlesAt = async (path: string): Promise<string[]> => {
  const { body } = await test.rest('GET', `${path}/content/pages`, { token });
  return body.pages.map(({ title }: { title: string }) => title);
};
const proposals = (manual: Manual, count: number): Promise<ChangeRequestClient[]> =>
  Promise.all(Array.from({ length: count }, () => openChangeRequest(test, manual.id, token)));

it('ten concurrent content updates of one change request lose nothing', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, token);
  const titles = Array.from({ length: 10 }, (_, index) => `Page ${index}`);
  const answers = await Promise.all(titles.map((title) => proposal.change(insert(title))));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await titlesAt(proposal.path)).filter((title) => title.startsWith('Page')).sort()).toEqual(titles);
});

it('concurrent large and small content updates of one change request lose nothing', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, token);
  const large = 'Much to read, and [a link](guide.md).\n\n'.repeat(3000);
  const titles = Array.from({ length: 8 }, (_, index) => `Page ${index}`);
  const changes = titles.map((title, index) => ({
    ...insert(title),
    document: { markdown: index % 2 === 0 ? `${title}\n\n${large}` : title },
  }));
  const answers = await Promise.all(changes.map((change) => proposal.change(change)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await titlesAt(proposal.path)).filter((title) => title.startsWith('Page')).sort()).toEqual(titles);
});

it('ten concurrent merges of compatible changes all succeed', async () => {
  const manual = await seedManual(test, acme);
  const all = await proposals(manual, 10);
  await Promise.all(all.map(({ change, number }) => change(insert(`Page ${number}`))));
  const answers = await Promise.all(all.map(({ merge }) => merge()));
  expect(answers.map(({ body }) => body.result)).toEqual(Array(10).fill('merge'));
  const merged = (await titlesAt(`/spaces/${manual.id}`)).filter((title) => title.startsWith('Page'));
  expect(merged.sort()).toEqual(all.map(({ number }) => `Page ${number}`).sort());
});

it('one of ten concurrent merges of the same lines succeeds, and the others report the conflict', async () => {
  const manual = await seedManual(test, acme);
  const all = await proposals(manual, 10);
  await Promise.all(all.map(({ change, number }) => change(write(manual, 'guide', `By ${number}.\n`))));
  const answers = await Promise.all(all.map(({ merge }) => merge()));
  const results = answers.map(({ body }) => body.result);
  expect(results.filter((result) => result === 'merge')).toHaveLength(1);
  expect(results.filter((result) => result === 'conflicts')).toHaveLength(9);
  const winner = all[results.indexOf('merge')]!;
  expect(await headText(test, manual.id, { token, page: 'guide' })).toBe(`By ${winner.number}.\n`);
});

it('one of five concurrent merges of one change request succeeds, and the others return 409', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, token);
  await proposal.change(insert('Once'));
  const answers = await Promise.all(Array.from({ length: 5 }, () => proposal.merge()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await titlesAt(`/spaces/${manual.id}`)).filter((title) => title === 'Once')).toHaveLength(1);
});

it('a content update during a merge is merged completely or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const manual = await seedManual(test, acme);
    const proposal = await openChangeRequest(test, manual.id, token);
    const [changed, merged] = await Promise.all([proposal.change(insert('Late')), proposal.merge()]);
    expect([merged.status, [200, 409].includes(changed.status)]).toEqual([200, true]);
    const arrived = (await titlesAt(`/spaces/${manual.id}`)).includes('Late');
    expect(arrived).toBe(changed.status === 200);
  }
});

it('updates from the space during content updates and merges lose nothing', async () => {
  const manual = await seedManual(test, acme);
  const [one, two] = (await proposals(manual, 2)) as [ChangeRequestClient, ChangeRequestClient];
  await two.change(insert('From two'));
  const answers = await Promise.all([
    one.change(insert('A')),
    two.merge(),
    one.update(),
    one.change(insert('B')),
    one.update(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await one.update();
  expect((await one.merge()).body.result).toBe('merge');
  const titles = await titlesAt(`/spaces/${manual.id}`);
  for (const title of ['A', 'B', 'From two']) expect(titles).toContain(title);
});

it('the settings of concurrent updates are all stored', async () => {
  const manual = await seedManual(test, acme);
  const changes = [{ title: 'Raced' }, { emoji: '1f600' }, { language: 'de' }, { defaultLevel: 'edit' }];
  await Promise.all(changes.map((body) => test.rest('PATCH', `/spaces/${manual.id}`, { token, body })));
  const { body } = await test.rest('GET', `/spaces/${manual.id}`, { token });
  expect(body).toMatchObject(Object.assign({}, ...changes));
});
