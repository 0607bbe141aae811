import { expect, it } from 'vitest';
import { setOperatorFacts } from '../../../../src/modules/identity/organizations/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { setScene } from '../../lifecycle/transfers/transfer-kit.js';

const test = await testApp();

const limitSpaces = (id: string, maxSpaces: number) =>
  setOperatorFacts({ store: test.store, viewer: test.operator }, id, { maxSpaces });

const refusal = (maximum: number) => ({
  status: 409,
  body: {
    error: {
      message: expect.stringContaining(`Cannot add 1 space: the organization may have at most ${maximum}.`),
    },
  },
});

it('the limit of spaces holds if spaces are created at the same time', async () => {
  const { id, admin } = await seedOrganization(test);
  await limitSpaces(id, 2);
  const create = () => test.rest('POST', `/orgs/${id}/spaces`, { ...admin, body: { title: 'Guide' } });
  const answers = await Promise.all(Array.from({ length: 5 }, create));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(2));
});

it('the limit of spaces holds for copies, imports, transfers and restored spaces; deleted spaces do not count', async () => {
  const { to, from, toAdmin, transfer } = await setScene(test);
  const kept = await seedSpace(test, to);
  const deleted = await seedSpace(test, to);
  const moved = await seedSpace(test, from);
  await limitSpaces(to, 1);
  const post = (path: string) => test.rest('POST', path, toAdmin);
  await test.rest('DELETE', `/spaces/${deleted}`, toAdmin);
  expect(await post(`/spaces/${kept}/duplicate`)).toMatchObject(refusal(1));
  expect(await post(`/spaces/${deleted}/restore`)).toMatchObject(refusal(1));
  expect(await transfer(moved)).toMatchObject(refusal(1));
  await expect(seedSpace(test, to)).rejects.toMatchObject({ detail: { reason: 'SPACE_LIMIT' } });
  await limitSpaces(to, 2);
  expect((await post(`/spaces/${deleted}/restore`)).status).toBe(200);
  expect(await transfer(moved)).toMatchObject(refusal(2));
});
