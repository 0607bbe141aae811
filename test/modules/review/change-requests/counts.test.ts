import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../../src/platform/db/migrations/migrations-folder.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { refuseDeadlocks } from '../../../support/deadlocks.js';
import { seedSpace } from '../../../support/seed.js';
import { setScene } from '../../lifecycle/transfers/transfer-kit.js';
import { expectCorrectCounts } from './counted.js';

const test = await testApp();
refuseDeadlocks(test);
const { from, to, both, transfer } = await setScene(test);
const { token } = both;
const template = await seedSpace(test, from, { 'README.md': '# Template\n' });
const post = (path: string, body?: object) => test.rest('POST', path, { token, body });
const patch = (path: string, body: object) => test.rest('PATCH', path, { token, body });

const insert = { operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } };

/**
 * Actions on a space or on one of its change requests, including every action that creates one or changes its status.
 */
const actions = {
  open: (space: string) => post(`/spaces/${space}/change-requests`, {}),
  openFromTemplate: (space: string) => post(`/spaces/${space}/change-requests`, { template: { id: template } }),
  draft: (space: string, number: number) => patch(pathOf(space, number), { status: 'draft' }),
  reopen: (space: string, number: number) => patch(pathOf(space, number), { status: 'open', subject: 'Again' }),
  archive: (space: string, number: number) => patch(pathOf(space, number), { status: 'archived' }),
  write: (space: string, number: number) => post(`${pathOf(space, number)}/content`, { changes: [insert] }),
  review: (space: string, number: number) =>
    post(`${pathOf(space, number)}/reviews`, { status: 'approved', comment: { markdown: 'Well.' } }),
  update: (space: string, number: number) => post(`${pathOf(space, number)}/update`),
  merge: (space: string, number: number) => post(`${pathOf(space, number)}/merge`),
  leave: (space: string) => transfer(space, both, to),
  return: (space: string) => transfer(space, both, from),
  duplicate: (space: string) => post(`/spaces/${space}/duplicate`),
};
const pathOf = (space: string, number: number) => `/spaces/${space}/change-requests/${number}`;

const step = fc.record({
  name: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  space: fc.nat(1),
  number: fc.integer({ min: 1, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns rounds of steps. The steps of one round run concurrently. */
const rounds = (most: number) => fc.array(fc.array(step, { minLength: 1, maxLength: most }), { maxLength: 12 / most });

/** The status or the organization may refuse a step, and the change request may not exist yet. */
const expected = [200, 201, 204, 404, 409];

async function runAll(plan: Step[][]): Promise<void> {
  const spaces = [await seedSpace(test, from), await seedSpace(test, from)];
  for (const space of spaces) for (let count = 0; count < 2; count++) await actions.open(space);
  for (const round of plan) {
    const answers = await Promise.all(round.map(({ name, space, number }) => actions[name](spaces[space]!, number)));
    for (const { status } of answers) expect(expected).toContain(status);
  }
  await expectCorrectCounts(test.store);
}

it('the change request counts of spaces equal a recount after any sequence of actions', async () => {
  await fc.assert(fc.asyncProperty(rounds(1), runAll), { numRuns: 6, endOnFailure: true });
});

it('the change request counts of spaces equal a recount after concurrent actions', async () => {
  await fc.assert(fc.asyncProperty(rounds(4), runAll), { numRuns: 6, endOnFailure: true });
});

it('each action that creates a change request or changes its status is counted once', async () => {
  const space = await seedSpace(test, from);
  const counts = async () => {
    const { changeRequests, changeRequestsOpen: open, changeRequestsDraft: draft } = (await spaceOf(space)).body;
    expect((await expectCorrectCounts(test.store)).get(space)).toEqual({ changeRequests, open, draft });
    return [changeRequests, open, draft];
  };
  const after: [keyof typeof actions, number, number[]][] = [
    ['open', 0, [1, 1, 0]],
    ['openFromTemplate', 0, [2, 2, 0]],
    ['draft', 1, [2, 1, 1]],
    ['draft', 1, [2, 1, 1]],
    ['merge', 1, [2, 1, 1]],
    ['archive', 1, [2, 1, 0]],
    ['reopen', 1, [2, 2, 0]],
    ['merge', 2, [2, 1, 0]],
    ['reopen', 2, [2, 1, 0]],
    ['duplicate', 0, [2, 1, 0]],
    ['leave', 0, [2, 1, 0]],
  ];
  for (const [name, number, expectedCounts] of after) {
    await actions[name](space, number);
    expect([name, await counts()]).toEqual([name, expectedCounts]);
  }
});

const spaceOf = (space: string) => test.rest('GET', `/spaces/${space}`, { token });

it('spaces of a transferred collection retain their change request counts', async () => {
  const collection = (await post(`/orgs/${from}/collections`, { title: 'Leaving' })).body.id;
  const spaces = await Promise.all(
    ['One', 'Two'].map(async (title) => (await post(`/orgs/${from}/spaces`, { title, parent: collection })).body.id),
  );
  for (const [index, space] of spaces.entries()) for (let count = 0; count <= index; count++) await actions.open(space);
  await actions.draft(spaces[1], 1);
  expect((await transfer(collection)).status).toBe(200);
  const counts = await expectCorrectCounts(test.store);
  expect(spaces.map((space) => counts.get(space))).toEqual([
    { changeRequests: 1, open: 1, draft: 0 },
    { changeRequests: 2, open: 1, draft: 1 },
  ]);
});

it('changes of status change only the counts of the space; repeated and refused actions change nothing', async () => {
  const space = await seedSpace(test, from);
  await actions.open(space);
  const before = (await spaceOf(space)).body;
  await actions.draft(space, 1);
  expect((await spaceOf(space)).body.updatedAt).toBe(before.updatedAt);
  expect((await actions.merge(space, 1)).status).toBe(409);
  await actions.draft(space, 1);
  expect((await spaceOf(space)).body).toEqual({ ...before, changeRequestsOpen: 0, changeRequestsDraft: 1 });
});

it('the migration counts the change requests of existing spaces', async () => {
  const counted = await expectCorrectCounts(test.store);
  const { script } = readMigrations(provider).migrations.find(({ name }) => name.endsWith('_counts_of_spaces'))!;
  const count = script.slice(script.indexOf('UPDATE "Space"'));
  await test.store.transaction(async ({ read }) => {
    await read.all(sql`update "Space" set "changeRequestsOpen" = 0, "changeRequestsDraft" = 0`);
    await read.all(sql.raw(count.trim().replace(/;$/, '')));
  });
  expect(await expectCorrectCounts(test.store)).toEqual(counted);
});
