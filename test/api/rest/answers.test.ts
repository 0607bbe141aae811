import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { call, compiledExecutor, graphqlExecutor, toyApp, toySchema } from './toy.js';

const sheets = [
  { __typename: 'Sheet', id: 'a', title: 'A', parentId: null, parent: null },
  { __typename: 'Link', id: 'b', title: 'B', parentId: 'a', parent: { id: 'a' }, url: 'u' },
  { __typename: 'Sheet', id: 'c', title: 'C', parentId: 'a', parent: { id: 'a' } },
  { __typename: 'Sheet', id: 'd', title: 'D', parentId: 'c', parent: { id: 'c' } },
  { __typename: 'Sheet', id: 'e', title: 'E', parentId: 'gone', parent: { id: 'gone' } },
];

const shelf = {
  id: 's1',
  title: 'Top',
  note: null,
  color: 'dark-red',
  colors: ['light-blue', null],
  owner: { id: 'o1', name: 'Ann' },
  extra: { width: 3, unit: null },
  sheets,
  pages: sheets,
  matrix: [[1, null], null],
  data: { free: [1, { x: null }], object: 'mine' },
};

const schema = toySchema(
  /* GraphQL */ `
    scalar Free
    enum Color { DARK_RED LIGHT_BLUE }
    interface PagedList { totalCount: Int!, pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean!, endCursor: String }
    type Owner { id: ID!, name: String! }
    type Extra { width: Int, unit: String }
    union Page = Sheet | Link
    type Sheet { id: ID!, title: String!, parentId: ID, parent: Sheet }
    type Link { id: ID!, title: String!, parentId: ID, parent: Sheet, url: String! }
    type ShelfConnection implements PagedList { totalCount: Int!, pageInfo: PageInfo!, nodes: [Shelf!]!, stats: Int }
    type BareConnection { totalCount: Int!, pageInfo: PageInfo!, nodes: [Owner!]! }
    type Shelf {
      id: ID!, title: String!, note: String, color: Color, colors: [Color], owner: Owner, extra: Extra
      pages: [Page!]!, matrix: [[Int]], data: Free, loop: [Sheet!]!
    }
    type Outcome { created: Boolean!, shelf: Shelf, result: Color! }
    type Query {
      shelf(id: ID!): Shelf
      shelves(first: Int, after: String): ShelfConnection
      owners: BareConnection!
      me: Owner
      fail(how: String): Owner
      page(id: ID!): Page
    }
    type Mutation { put(id: ID!): Outcome!, drop(id: ID!): Outcome }
  `,
  {
    values: { Color: { DARK_RED: 'dark-red', LIGHT_BLUE: 'light-blue' } },
    rest: {
      Shelf: { constants: { object: 'shelf', kind: 'thing' } },
      Sheet: { constants: { type: 'sheet' }, parentOf: true },
      Link: { constants: { type: 'link' } },
      BareConnection: { connection: true },
    },
    resolvers: {
      'Query.shelf': (_, { id }: { id: string }) =>
        id === 'none' ? null : id === 'alone' ? { ...shelf, owner: null } : shelf,
      'Query.shelves': (_, { first, after }: { first?: number; after?: string }) => ({
        totalCount: 3,
        stats: 7,
        pageInfo: { hasNextPage: after === undefined, endCursor: 'next' },
        nodes: [shelf].slice(0, first ?? 1),
      }),
      'Query.owners': () => ({ totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] }),
      'Query.me': () => null,
      'Query.fail': (_, { how }: { how?: string }) => {
        if (how === 'conflict') throw new AppError('CONFLICT', 'it is taken');
        throw new Error('secret');
      },
      'Query.page': (_, { id }: { id: string }) => sheets.find((one) => one.id === id),
      'Shelf.loop': () => [
        { id: 'x', title: 'X', parentId: 'y' },
        { id: 'y', title: 'Y', parentId: 'x' },
      ],
      'Mutation.put': (_, { id }: { id: string }) => ({ created: id === 'new', shelf, result: 'dark-red' }),
      'Mutation.drop': () => null,
    },
  },
);

const document = /* GraphQL */ `
  fragment Tag on Shelf { id title }
  fragment Page on Page { ... on Sheet { id title } ... on Link { id title url } }
  query whole($id: ID!) @route(method: GET, path: "/v1/shelves/{id}") {
    shelf(id: $id) { ...Tag note color colors name: title matrix data }
  }
  query nulls($id: ID!) @route(method: GET, path: "/v1/nulls/{id}") { shelf(id: $id) { id note @nullable extra { width unit } } }
  query list($page: String, $limit: Int) @route(method: GET, path: "/v1/shelves") {
    shelves(first: $limit, after: $page) { ...List stats nodes { ...Tag } }
  }
  query bare @route(method: GET, path: "/v1/owners") { owners { ...List nodes { id } } }
  query renamed @route(method: GET, path: "/v1/renamed") { shelves { shelves: nodes { id } total: totalCount } }
  query owner($id: ID!) @route(method: GET, path: "/v1/shelves/{id}/owner") { shelf(id: $id) { owner @result { name } } }
  query values($id: ID!) @route(method: GET, path: "/v1/values/{id}") {
    shelf(id: $id) @plain { owner @value { id } extra @flatten { width unit } pages @value { ... on Sheet { id } ... on Link { id } } }
  }
  query tree($id: ID!) @route(method: GET, path: "/v1/tree/{id}") {
    shelf(id: $id) { pages @result(as: "pages") @nest(parent: "parentId", into: "pages") {
      ...Page ... on Sheet { parentId } ... on Link { parentId }
    } }
  }
  query treeByObject($id: ID!) @route(method: GET, path: "/v1/tree-by-object/{id}") {
    shelf(id: $id) { pages @result @nest(parent: "above", into: "below") {
      ... on Sheet { id above: parent @value { id } } ... on Link { id above: parent @value { id } }
    } }
  }
  query loop($id: ID!) @route(method: GET, path: "/v1/loop/{id}") {
    shelf(id: $id) { loop @result @nest(parent: "parentId", into: "pages") { id parentId } }
  }
  query either($id: ID!, $short: Boolean = false) @route(method: GET, path: "/v1/either/{id}") {
    shelf(id: $id) { owner @include(if: $short) @result { id } pages @skip(if: $short) @result(as: "items") { ...Page } }
  }
  query me @route(method: GET, path: "/v1/me") { me { id } }
  query fail($how: String) @route(method: GET, path: "/v1/fail") { fail(how: $how) { id } }
  query page($id: ID!) @route(method: GET, path: "/v1/pages/{id}") { page(id: $id) { ...Page } }
  query asName($id: ID!) @route(method: GET, path: "/v1/as/{id}") {
    page(id: $id) { ... on Sheet { target: title } ... on Link { link: url @as(name: "target") } }
  }
  mutation put($id: ID!) @route(method: PUT, path: "/v1/shelves/{id}") {
    put(id: $id) { created @status(whenTrue: 201) shelf @result { id } }
  }
  mutation outcome($id: ID!) @route(method: POST, path: "/v1/shelves/{id}/outcome", status: 201) {
    put(id: $id) { created @status(whenTrue: 202) result shelf @value { id } }
  }
  mutation drop($id: ID!) @route(method: DELETE, path: "/v1/shelves/{id}", status: 204) { drop(id: $id) { __typename } }
  mutation empty($id: ID!) @route(method: POST, path: "/v1/empty/{id}") { put(id: $id) { __typename } }
  query latest @route(method: GET, path: "/v1/versions/latest") { me { id } }
  mutation dropVersion($id: ID!) @route(method: DELETE, path: "/v1/versions/{id}", status: 204) { drop(id: $id) { __typename } }
`;

describe.each([
  ['graphql-js', graphqlExecutor],
  ['the compiled executor', compiledExecutor],
] as const)('a response, executed by %s,', (_, executor) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await toyApp(schema, [document], executor(schema));
  });
  const get = async (path: string) => (await call(app, `GET ${path}`)).json;

  it('has its constants first, documented enum values, aliases as names, and no null members', async () => {
    const { text, headers } = await call(app, 'GET /v1/shelves/s1');
    expect(text).toBe(
      JSON.stringify({
        object: 'shelf',
        kind: 'thing',
        id: 's1',
        title: 'Top',
        color: 'dark-red',
        colors: ['light-blue', null],
        name: 'Top',
        matrix: [[1, null], null],
        data: { free: [1, { x: null }], object: 'mine' },
      }),
    );
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
  it('prints null for a nullable member, and omits other null members', async () => {
    expect(await get('/v1/nulls/s1')).toEqual({
      object: 'shelf',
      kind: 'thing',
      id: 's1',
      note: null,
      extra: { width: 3 },
    });
  });
  it('prints a connection as a list', async () => {
    const items = [{ object: 'shelf', kind: 'thing', id: 's1', title: 'Top' }];
    expect(await get('/v1/shelves')).toEqual({ next: { page: 'next' }, count: 3, stats: 7, items });
    expect(await get('/v1/shelves?page=next')).toEqual({ count: 3, stats: 7, items });
    expect(await get('/v1/shelves?limit=0')).toEqual({ next: { page: 'next' }, count: 3, stats: 7, items: [] });
  });
  it('prints a type with the connection flag as a list', async () => {
    expect(await get('/v1/owners')).toEqual({ count: 0, items: [] });
  });
  it('prefers an alias over the standard member names of a list', async () => {
    expect(await get('/v1/renamed')).toEqual({ shelves: [{ object: 'shelf', kind: 'thing', id: 's1' }], total: 3 });
  });
  it('contains only the field marked as result', async () => {
    expect(await get('/v1/shelves/s1/owner')).toEqual({ name: 'Ann' });
  });
  it('is a 404 if the result or one of its ancestors is null', async () => {
    for (const id of ['none', 'alone']) {
      expect(await call(app, `GET /v1/shelves/${id}/owner`)).toMatchObject({
        status: 404,
        json: { error: { code: 404, message: `No object with the id "${id}"` } },
      });
    }
    expect(await get('/v1/me')).toEqual({ error: { code: 404, message: 'No such object' } });
  });
  it('unwraps single members, flattens objects, and omits the constants of an envelope', async () => {
    expect(await get('/v1/values/s1')).toEqual({ owner: 'o1', width: 3, pages: ['a', 'b', 'c', 'd', 'e'] });
  });
  it('turns a flat list into a tree, with an array in every possible parent and orphans as roots', async () => {
    expect(await get('/v1/tree/s1')).toEqual({
      pages: [
        {
          type: 'sheet',
          id: 'a',
          title: 'A',
          pages: [
            { type: 'link', id: 'b', title: 'B', url: 'u' },
            { type: 'sheet', id: 'c', title: 'C', pages: [{ type: 'sheet', id: 'd', title: 'D', pages: [] }] },
          ],
        },
        { type: 'sheet', id: 'e', title: 'E', pages: [] },
      ],
    });
  });
  it('reads the parent id of a tree item through an object', async () => {
    const tree = (await get('/v1/tree-by-object/s1')) as { id: string; below: { id: string }[] }[];
    expect(tree[0]!.below.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(tree[0]).not.toHaveProperty('above');
  });
  it('is a 500 if items are their own ancestors', async () => {
    expect((await call(app, 'GET /v1/loop/s1')).status).toBe(500);
  });
  it('contains the first result that was selected', async () => {
    expect(await get('/v1/either/s1?short=true')).toEqual({ id: 'o1' });
    expect(await get('/v1/either/s1')).toMatchObject({ items: [{ type: 'sheet', id: 'a' }, {}, {}, {}, {}] });
  });
  it("has the members of the object's own type for a union", async () => {
    expect(await get('/v1/pages/b')).toEqual({ type: 'link', id: 'b', title: 'B', url: 'u' });
    expect(await get('/v1/pages/c')).toEqual({ type: 'sheet', id: 'c', title: 'C' });
  });
  it('renames a member when an alias is not possible', async () => {
    expect(await get('/v1/as/b')).toEqual({ type: 'link', target: 'u' });
    expect(await get('/v1/as/c')).toEqual({ type: 'sheet', target: 'C' });
  });
  it('has a status that depends on the outcome', async () => {
    expect(await call(app, 'PUT /v1/shelves/new')).toMatchObject({
      status: 201,
      json: { object: 'shelf', kind: 'thing', id: 's1' },
    });
    expect((await call(app, 'PUT /v1/shelves/old')).status).toBe(200);
  });
  it('does not print the member that decides the status', async () => {
    expect(await call(app, 'POST /v1/shelves/old/outcome')).toMatchObject({
      status: 201,
      text: '{"result":"dark-red","shelf":"s1"}',
    });
  });
  it('has no body for 204, whatever the execution returned', async () => {
    const { status, text, headers } = await call(app, 'DELETE /v1/shelves/s1');
    expect([status, text, headers['content-type']]).toEqual([204, '', undefined]);
  });
  it('is an empty object if nothing is selected', async () => {
    expect((await call(app, 'POST /v1/empty/s1')).text).toBe('{}');
  });
  it('contains the error that a resolver threw on purpose', async () => {
    expect(await call(app, 'GET /v1/fail?how=conflict')).toMatchObject({
      status: 409,
      json: { error: { code: 409, message: 'it is taken' } },
    });
  });
  it('leaves other errors to the error handler', async () => {
    const { status, text } = await call(app, 'GET /v1/fail');
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
  });
  it('has no body for HEAD', async () => {
    const { status, text } = await call(app, 'HEAD /v1/shelves/s1');
    expect([status, text]).toEqual([200, '']);
  });
});

describe('a method', () => {
  it('gets 405 with `Allow` if the path has only other methods, before the body is read', async () => {
    const app = await toyApp(schema, [document]);
    const { status, headers, json } = await call(app, 'PATCH /v1/shelves/s1', '{');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, PUT, DELETE']);
    expect(json).toMatchObject({
      error: { code: 405, message: 'PATCH is not one of the methods of /v1/shelves/{id}: GET, HEAD, PUT, DELETE' },
    });
    expect((await call(app, 'POST /v1/none')).status).toBe(404);
    expect((await call(app, 'HEAD /v1/empty/a')).status).toBe(405);
  });
  it('matches a less specific path that supports it', async () => {
    const app = await toyApp(schema, [document]);
    expect((await call(app, 'DELETE /v1/versions/latest')).status).toBe(204);
    expect((await call(app, 'PUT /v1/versions/latest')).headers.allow).toBe('GET, HEAD, DELETE');
  });
});
