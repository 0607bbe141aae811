import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { insertRows } from '../../../../src/platform/db/write/insert-rows.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
/** An organization with 10,000 spaces in 500 collections, and one with 20 in two. */
const organizations: Record<'large' | 'small', { id: string; collection: string; reader: Person }> = {} as never;

beforeAll(async () => {
  organizations.small = await fill({ collections: 2, spaces: 20 });
  organizations.large = await fill({ collections: 500, spaces: 10_000 });
});

/** Fills an organization with copies of a row, which differ only in ids, titles and parents. */
async function fill({ collections, spaces }: { collections: number; spaces: number }) {
  const { id, admin } = await seedOrganization(test);
  const model = await seedSpace(test, id);
  const shelf = await test.rest('POST', `/orgs/${id}/collections`, { ...admin, body: { title: 'Shelf 0' } });
  const parents = [shelf.body.id as string];
  await test.store.transaction(async (tx) => {
    const { read } = tx;
    const collection = await read.first(read.sql.selectFrom('Collection').selectAll().where('id', '=', shelf.body.id));
    while (parents.length < collections) parents.push(newId('Collection'));
    const others = parents.slice(1).map((one, index) => ({ ...collection, id: one, title: `Shelf ${index + 1}` }));
    await insertRows(tx, { table: 'Collection', rows: others });
    const space = (await read.first(read.sql.selectFrom('Space').selectAll().where('id', '=', model)))!;
    const mergeRules = JSON.stringify(space.mergeRules);
    const copies = Array.from({ length: spaces - 1 }, (_one, index) => ({
      ...space,
      mergeRules,
      id: newId('Space'),
      title: `Space ${index}`,
      parentId: parents[index % parents.length],
    }));
    await insertRows(tx, { table: 'Space', rows: copies });
  });
  return { id, collection: parents[0]!, reader: await seedMember(test, id, 'read') };
}

const lists = {
  'the spaces of the organization': ({ id }: { id: string }) => `/orgs/${id}/spaces?limit=10`,
  'its collections': ({ id }: { id: string }) => `/orgs/${id}/collections?limit=1`,
  'the spaces of a collection': ({ collection }: { collection: string }) => `/collections/${collection}/spaces?limit=5`,
};

it.each(Object.entries(lists))(
  'listing %s takes as many batches for 10,000 spaces in 500 collections as for a few',
  async (_, at) => {
    const cost = async (which: 'large' | 'small') => {
      const organization = organizations[which];
      const batches = await test.batches(async () => {
        const { status, body } = await test.rest('GET', at(organization), organization.reader);
        expect([status, body.next !== undefined]).toEqual([200, true]);
      });
      return batches.length;
    };
    expect(await cost('large')).toBe(await cost('small'));
  },
);

it('a tree of collections with their spaces takes as many batches as in a small organization', async () => {
  const query = `query ($id: ID!) { organization(id: $id) { collections(first: 50) { nodes {
    title spaces(first: 5) { totalCount nodes { title parent { title } urls { published } } }
  } } } }`;
  const cost = async ({ id, reader }: { id: string; reader: Person }) => {
    const batches = await test.batches(async () => {
      const { errors } = await test.graphql(query, { token: reader.token, variables: { id } });
      expect(errors).toBeUndefined();
    });
    return batches.length;
  };
  expect(await cost(organizations.large)).toBe(await cost(organizations.small));
});
