import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
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
  await test.store.transaction(async ({ prisma }) => {
    const { id: __, ...collection } = (await prisma.collection.findUniqueOrThrow({
      where: { id: shelf.body.id },
    })) as { id: string };
    while (parents.length < collections) parents.push(newId('Collection'));
    const others = parents
      .slice(1)
      .map((one, index) => ({ ...(collection as object), id: one, title: `Shelf ${index + 1}` }));
    await prisma.collection.createMany({ data: others as never });
    const { id: _, ...space } = (await prisma.space.findUniqueOrThrow({ where: { id: model } })) as { id: string };
    const copies = Array.from({ length: spaces - 1 }, (_one, index) => ({
      ...(space as object),
      id: newId('Space'),
      title: `Space ${index}`,
      parentId: parents[index % parents.length],
    }));
    for (let from = 0; from < copies.length; from += 1_000)
      await prisma.space.createMany({ data: copies.slice(from, from + 1_000) as never });
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
