import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedMember, seedOrganization } from '../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);

/** Seeds at least as many spaces and change requests as the benchmark query reads. */
beforeAll(async () => {
  const authors = await Promise.all([seedMember(test, acme.id, 'edit'), seedMember(test, acme.id, 'edit')]);
  for (let index = 0; index < 20; index++) {
    const { body } = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body: { title: `${index}` } });
    for (let count = 0; count < 6; count++)
      await test.rest('POST', `/spaces/${body.id}/change-requests`, { ...authors[count % 2]!, body: {} });
  }
});

const nested = `query ($id: ID!, $spaces: Int!, $changeRequests: Int!) {
  organization(id: $id) {
    title
    spaces(first: $spaces) { nodes {
      title
      changeRequests(first: $changeRequests) { nodes { number subject createdBy { displayName } } }
    } }
  }
}`;

const ask = (query: string, variables: object = {}) =>
  test.graphql(query, { ...acme.admin, variables: { id: acme.id, ...variables } });

it('an organization with 20 spaces, 5 change requests per space and their authors is read in four batches', async () => {
  const batches = await test.batches(async () => {
    const { data, errors } = await ask(nested, { spaces: 20, changeRequests: 5 });
    expect(errors).toBeUndefined();
    const { nodes } = data.organization.spaces;
    expect(nodes).toHaveLength(20);
    for (const { changeRequests } of nodes) {
      expect(changeRequests.nodes.map(({ number }: { number: number }) => number)).toEqual([6, 5, 4, 3, 2]);
      for (const { createdBy } of changeRequests.nodes) expect(createdBy.displayName).toMatch(/^Member/);
    }
  });
  expect(batches.length).toBeLessThanOrEqual(4);
});

it('a nested query takes the same number of batches for one space and for 20', async () => {
  const one = await test.batches(() => ask(nested, { spaces: 1, changeRequests: 1 }));
  const twenty = await test.batches(() => ask(nested, { spaces: 20, changeRequests: 5 }));
  expect(twenty).toHaveLength(one.length);
});

it('nested lists are counted in one additional batch, and only if the query selects a count', async () => {
  const counted = nested.replace('nodes { number', 'totalCount nodes { number');
  const without = await test.batches(() => ask(nested, { spaces: 20, changeRequests: 5 }));
  const batches = await test.batches(async () => {
    const { data } = await ask(counted, { spaces: 20, changeRequests: 5 });
    for (const { changeRequests } of data.organization.spaces.nodes) expect(changeRequests.totalCount).toBe(6);
  });
  expect(batches).toHaveLength(without.length + 1);
});

it('an object is not loaded again when a nested field refers back to it', async () => {
  const query = `query ($id: ID!) { organization(id: $id) {
    spaces(first: 20) { nodes { organization { id spaces(first: 20) { nodes { id } } } } }
  } }`;
  expect(await test.batches(() => ask(query))).toHaveLength(2);
});

it('a list takes one batch per set of arguments, not one per parent', async () => {
  const query = `query ($id: ID!) { organization(id: $id) { spaces { nodes {
    open: changeRequests(first: 1, filter: { status: OPEN }) { nodes { id } }
    merged: changeRequests(first: 1, filter: { status: MERGED }) { nodes { id } }
  } } } }`;
  expect(await test.batches(() => ask(query))).toHaveLength(4);
});

it('the head revisions of 20 spaces with their authors are read in four batches, or in three if the heads are cached', async () => {
  const query = `query ($id: ID!) { organization(id: $id) {
    spaces(first: 20) { nodes { revision { type author { displayName } } } }
  } }`;
  expect(await test.batches(() => ask(query))).toHaveLength(4);
  expect(await test.batches(() => ask(query))).toHaveLength(3);
});

it('a list of spaces takes three batches (organization, page, published addresses), and a count if there are more', async () => {
  const list = (limit: number) => test.rest('GET', `/orgs/${acme.id}/spaces?limit=${limit}`, acme.admin);
  expect(await test.batches(() => list(1))).toHaveLength(4);
  expect(await test.batches(() => list(20))).toHaveLength(3);
});

it('50 nodes of a type are found in one batch', async () => {
  const { data } = await ask(
    'query ($id: ID!) { organization(id: $id) { changeRequests(first: 50) { nodes { id } } } }',
  );
  const ids = data.organization.changeRequests.nodes.map(({ id }: { id: string }) => id);
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const batches = await test.batches(async () => {
    expect((await test.graphql(query, { ...acme.admin, variables: { ids } })).data.nodes).toHaveLength(50);
  });
  expect(batches).toHaveLength(1);
});
