import fc from 'fast-check';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCost } from '../../src/graphql/cost.js';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

const toy = buildSchema(`
  type Query { me: Thing, things(first: Int, last: Int): ThingConnection, byIds(ids: [ID!]!): [Thing] }
  type Mutation { save: Thing }
  type Thing { id: ID, me: Thing, things(first: Int, last: Int): ThingConnection }
  type ThingConnection { nodes: [Thing], edges: [ThingEdge], pageInfo: PageInfo, totalCount: Int }
  type ThingEdge { node: Thing, cursor: String }
  type PageInfo { hasNextPage: Boolean }
`);

const costOf = (text: string, variables: Record<string, unknown> = {}): number => {
  const document = parse(text);
  return compileCost(toy, document, getOperationAST(document)!)(variables);
};

describe('the cost of an operation', () => {
  const costs: [string, string, number][] = [
    ['leaves are free', '{ __typename }', 0],
    ['an object is one', '{ me { id } }', 1],
    ['objects in objects add up', '{ me { me { me { id } } } }', 3],
    ['aliases are paid each', '{ a: me { id } b: me { id } }', 2],
    ['a list is one, and its size times its item', '{ things(first: 10) { nodes { id } } }', 11],
    ['a list without a size counts as 50', '{ things { nodes { id } } }', 51],
    [
      'edges and page information cost nothing themselves',
      '{ things(first: 10) { pageInfo { hasNextPage } edges { node { id } } } }',
      11,
    ],
    ['a count alone is one', '{ things(first: 10) { totalCount } }', 1],
    ['lists in lists multiply', '{ things(first: 10) { nodes { things(first: 10) { nodes { id } } } } }', 121],
    ['the larger of two sizes counts', '{ things(first: 1, last: 100) { nodes { id } } }', 101],
    ['null and a size: the size counts', '{ things(first: null, last: 100) { nodes { id } } }', 101],
    ['a size of 0 costs one', '{ things(first: 0) { nodes { id } } }', 1],
    ['a negative size buys nothing', '{ things(first: -1000) { nodes { id } } }', 51],
    ['a mutation is ten more', 'mutation { save { id } }', 11],
    [
      'mutations in fragments are paid too',
      'mutation { ...F } fragment F on Mutation { a: save { id } b: save { id } }',
      22,
    ],
    ['objects by ids are as many as the ids', '{ byIds(ids: ["a", "b", "c"]) { me { id } } }', 6],
    ['a fragment is paid for each spread', '{ a: me { ...F } b: me { ...F } } fragment F on Thing { me { id } }', 4],
  ];
  for (const [rule, query, cost] of costs) {
    it(rule, () => {
      expect(costOf(query)).toBe(cost);
    });
  }

  it('sizes and ids in variables count, defaults too', () => {
    const list = 'query ($n: Int = 7) { things(first: $n) { nodes { id } } }';
    expect([costOf(list), costOf(list, { n: 3 }), costOf(list, { n: null })]).toEqual([8, 4, 51]);
    const nodes = 'query ($ids: [ID!]!) { byIds(ids: $ids) { id } }';
    expect(costOf(nodes, { ids: ['a', 'b'] })).toBe(2);
  });

  it('no size makes a query cheaper than it is without the list', () => {
    fc.assert(
      fc.property(fc.integer(), fc.oneof(fc.integer(), fc.constant(null), fc.constant(undefined)), (first, last) => {
        const query = 'query ($f: Int, $l: Int) { me { id } things(first: $f, last: $l) { nodes { me { id } } } }';
        expect(costOf(query, { f: first, ...(last !== undefined && { l: last }) })).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 100 },
    );
  });
});

const test = await testApp();
const { id, admin } = await seedOrganization(test);
await seedSpace(test, id);
const { token } = admin;
const dear =
  'query ($n: Int = 50) { organizations(first: $n) { nodes { spaces(first: 100) { nodes { id } totalCount } } } }';

describe('the limit of cost', () => {
  it('an answer tells its cost', async () => {
    const { extensions } = await test.graphql('{ organizations(first: 10) { nodes { id } } }', { token });
    expect(extensions).toEqual({ cost: 11 });
  });

  it('a query over 5,000 is refused before any read', async () => {
    let answer: Awaited<ReturnType<typeof test.graphql>> | undefined;
    const batches = await test.batches(async () => {
      answer = await test.graphql(dear, { token });
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: [
        {
          message: 'The cost of a query must be at most 5000, got 5101; ask for smaller pages',
          extensions: { code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' },
        },
      ],
    });
    expect(answer).not.toHaveProperty('data');
    expect(batches).toEqual([]);
  });

  it('the same query with a smaller page is served', async () => {
    const { status, data } = await test.graphql(dear, { token, variables: { n: 10 } });
    expect([status, data.organizations.nodes[0].spaces.totalCount]).toEqual([200, 1]);
  });

  it('a mutation over the limit changes nothing', async () => {
    const query = `mutation ($input: CreateSpaceInput!) {
      createSpace(input: $input) { space { organization { spaces(first: 1000) { nodes { organization {
        spaces(first: 10) { nodes { id } } } } } } } }
    }`;
    const variables = { input: { organization: id, title: 'Never' } };
    expect((await test.graphql(query, { token, variables })).status).toBe(400);
    const { data } = await test.graphql('query ($id: ID!) { organization(id: $id) { spaces { nodes { title } } } }', {
      token,
      variables: { id },
    });
    expect(data.organization.spaces.nodes.map(({ title }: { title: string }) => title)).not.toContain('Never');
  });
});
