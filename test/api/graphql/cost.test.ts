import fc from 'fast-check';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCost } from '../../../src/api/graphql/execution/cost.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

const toy = buildSchema(`
  type Query { me: Thing, things(first: Int, last: Int): ThingConnection, byIds(ids: [ID!]!): [Thing] }
  type Mutation { save: Thing }
  type Thing { id: ID, me: Thing, things(first: Int, last: Int): ThingConnection }
  type ThingConnection { nodes: [Thing], edges: [ThingEdge], pageInfo: PageInfo, totalCount: Int }
  type ThingEdge { node: Thing, cursor: String }
  type PageInfo { hasNextPage: Boolean }
`);

const compiled = (text: string) => {
  const document = parse(text);
  return compileCost(toy, document, getOperationAST(document)!);
};
const costOf = (text: string, variables: Record<string, unknown> = {}): number => compiled(text).estimate(variables);

describe('the cost of an operation', () => {
  const costs: [string, string, number][] = [
    ['leaves are free', '{ __typename }', 0],
    ['an object costs 1', '{ me { id } }', 1],
    ['objects in objects add up', '{ me { me { me { id } } } }', 3],
    ['each alias counts', '{ a: me { id } b: me { id } }', 2],
    ['a list costs 1 plus its size times the cost of an item', '{ things(first: 10) { nodes { id } } }', 11],
    ['a list without a size counts as 50 items', '{ things { nodes { id } } }', 51],
    [
      'edges and page information are free',
      '{ things(first: 10) { pageInfo { hasNextPage } edges { node { id } } } }',
      11,
    ],
    ['a count alone costs 1', '{ things(first: 10) { totalCount } }', 1],
    ['lists in lists multiply', '{ things(first: 10) { nodes { things(first: 10) { nodes { id } } } } }', 121],
    ['the larger of two sizes counts', '{ things(first: 1, last: 100) { nodes { id } } }', 101],
    ['a size counts if the other one is null', '{ things(first: null, last: 100) { nodes { id } } }', 101],
    ['a size of 0 costs 1', '{ things(first: 0) { nodes { id } } }', 1],
    ['a negative size counts as no size', '{ things(first: -1000) { nodes { id } } }', 51],
    ['a mutation costs 10 more', 'mutation { save { id } }', 11],
    [
      'mutations in fragments count too',
      'mutation { ...F } fragment F on Mutation { a: save { id } b: save { id } }',
      22,
    ],
    ['objects by ids count once per id', '{ byIds(ids: ["a", "b", "c"]) { me { id } } }', 6],
    ['a fragment counts for each spread', '{ a: me { ...F } b: me { ...F } } fragment F on Thing { me { id } }', 4],
  ];
  for (const [rule, query, cost] of costs) {
    it(rule, () => {
      expect(costOf(query)).toBe(cost);
    });
  }

  it('sizes and ids in variables count, including default values', () => {
    const list = 'query ($n: Int = 7) { things(first: $n) { nodes { id } } }';
    expect([costOf(list), costOf(list, { n: 3 }), costOf(list, { n: null })]).toEqual([8, 4, 51]);
    const nodes = 'query ($ids: [ID!]!) { byIds(ids: $ids) { id } }';
    expect(costOf(nodes, { ids: ['a', 'b'] })).toBe(2);
  });

  it('no page size makes a list free', () => {
    fc.assert(
      fc.property(fc.integer(), fc.oneof(fc.integer(), fc.constant(null), fc.constant(undefined)), (first, last) => {
        const query = 'query ($f: Int, $l: Int) { me { id } things(first: $f, last: $l) { nodes { me { id } } } }';
        expect(costOf(query, { f: first, ...(last !== undefined && { l: last }) })).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 100 },
    );
  });
});

const test = await testApp({ COST_LIMIT: '5000' });
const { id, admin } = await seedOrganization(test);
await seedSpace(test, id);
const { token } = admin;
const expensiveQuery =
  'query ($n: Int = 50) { organizations(first: $n) { nodes { spaces(first: 100) { nodes { id } totalCount } } } }';

describe('the list whose page size a refusal suggests to reduce', () => {
  const things = (first: number, inner: string) => `things(first: ${first}) { nodes { ${inner} } }`;
  const costliestList: [string, string, string | null][] = [
    ['is the list whose size adds the most cost', `{ ${things(20, things(50, 'id'))} }`, 'things.nodes.things'],
    ['is an outer list if that saves more', `{ ${things(500, things(11, 'id'))} }`, 'things'],
    ['has its name in the response', `{ few: ${things(9, 'id')} many: ${things(90, 'id')} }`, 'many'],
    ['is found in fragments', `{ me { ...F } } fragment F on Thing { ${things(50, 'id')} }`, 'me.things'],
    ['is null if all lists are small', `{ ${things(10, things(10, 'id'))} }`, null],
  ];
  it.each(costliestList)('%s', (_rule, query, path) => {
    expect(compiled(query).mostExpensiveList({})).toBe(path);
  });
});

describe('the actual cost of an operation', () => {
  const actual: [string, string, object | null, number][] = [
    ['counts each object found', '{ me { me { id } } }', { me: { me: { id: 1 } } }, 2],
    ['does not count missing objects', '{ me { me { id } } }', { me: { me: null } }, 1],
    [
      'counts each item of a page',
      '{ things(first: 10) { nodes { me { id } } edges { node { id } } } }',
      { things: { nodes: [{ me: {} }, { me: null }], edges: [{ node: {} }, { node: {} }] } },
      6,
    ],
    ['counts each object found by id', '{ byIds(ids: ["a", "b"]) { id } }', { byIds: [{}, null] }, 1],
    ['is 10 for a mutation without a result', 'mutation { save { id } }', { save: null }, 10],
    ['is 0 without data', '{ me { id } }', null, 0],
  ];
  it.each(actual)('%s', (...[, query, data, cost]) => {
    expect(compiled(query).actual(data)).toBe(cost);
  });
});

describe('the cost limit', () => {
  it('a response reports its actual cost', async () => {
    const { extensions } = await test.graphql('{ organizations(first: 10) { nodes { id } } }', { token });
    expect(extensions).toEqual({ cost: 2 });
  });

  it('a query over the limit is refused before any read, and the message names the list to reduce', async () => {
    let answer: Awaited<ReturnType<typeof test.graphql>> | undefined;
    const batches = await test.batches(async () => {
      answer = await test.graphql(expensiveQuery, { token });
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: [
        {
          message:
            'The cost of a query must be at most 5000 (got 5101); make organizations.nodes.spaces smaller, such as `first: 10`',
          extensions: { code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' },
        },
      ],
    });
    expect(answer).not.toHaveProperty('data');
    expect(batches).toEqual([]);
  });

  it('the same query with a smaller page is accepted', async () => {
    const { status, data } = await test.graphql(expensiveQuery, { token, variables: { n: 10 } });
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
