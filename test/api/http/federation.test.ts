import { composeServices, compositionHasErrors } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

// Tests a gateway that combines docgraph with a small subgraph of ratings.

/**
 * Imported by a name in a variable, so that TypeScript does not load its types. They would change the types of
 * graphql-js in all files.
 */
const runtime: string = '@graphql-hive/gateway-runtime';
const { createGatewayRuntime } = await import(runtime);

const test = await testApp({ FEDERATION: 'on' });
const acme = await seedOrganization(test, 'Acme');
const other = await seedOrganization(test, 'Other');
const spaces = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
const foreign = await seedSpace(test, other.id);

const ratings = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query { bestRated: [Space] }
  type Space @key(fields: "id") { id: ID! stars: Int }`;

const stars = (space: { id: string }) => ({ ...space, __typename: 'Space', stars: spaces.indexOf(space.id) + 1 });
const ratingServer = createYoga({
  logging: false,
  schema: createSchema({
    typeDefs: `scalar _Any union _Entity = Space
      type Query { bestRated: [Space] _entities(representations: [_Any!]!): [_Entity]! }
      type Space { id: ID! stars: Int }`,
    resolvers: {
      Query: {
        bestRated: () => [...spaces, foreign].map((id) => stars({ id })),
        _entities: (_root, { representations }: { representations: { id: string }[] }) => representations.map(stars),
      },
    },
  }),
});

const sdl: string = (await test.graphql('{ _service { sdl } }', acme.admin)).data._service.sdl;
const composed = composeServices([
  { name: 'docgraph', url: 'http://docgraph.test/graphql', typeDefs: parse(sdl) },
  { name: 'ratings', url: 'http://ratings.test/graphql', typeDefs: parse(ratings) },
]);
if (compositionHasErrors(composed)) throw new Error(composed.errors.map(({ message }) => message).join('\n'));

/** Requests that the gateway sent to docgraph. */
let sent: { query: string; cost: number }[] = [];

/** Replaces the network: calls each subgraph in process. */
async function network(address: string, init: RequestInit = {}): Promise<Response> {
  if (address.startsWith('http://ratings.test')) return ratingServer.fetch(address, init);
  const headers = Object.fromEntries(new Headers(init.headers));
  const { statusCode, body } = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: String(init.body),
  });
  sent.push({ query: JSON.parse(String(init.body)).query, cost: JSON.parse(body).extensions?.cost });
  return new Response(body, { status: statusCode, headers: { 'content-type': 'application/json' } });
}

const gateway = createGatewayRuntime({
  supergraph: composed.supergraphSdl,
  logging: false,
  fetchAPI: { fetch: network as never },
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }: { request: Request }) => ({
      authorization: request.headers.get('authorization') ?? '',
    }),
  },
});

async function ask(query: string, { token } = acme.admin): Promise<any> {
  sent = [];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await gateway.fetch('http://gateway.test/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  return response.json();
}

describe('a gateway', () => {
  it('adds fields of another subgraph to objects of docgraph', async () => {
    const { data } = await ask(`{ organization(id: "${acme.id}") { spaces { nodes { title stars } } } }`);
    expect(data.organization.spaces.nodes.map((node: { stars: number }) => node.stars).sort()).toEqual([1, 2]);
  });

  it("resolves ids of another subgraph in one request, with null for another tenant's object", async () => {
    const { data } = await ask('{ bestRated { id title stars } }');
    const [one, two, theirs] = data.bestRated;
    expect([one.title, two.title, theirs]).toEqual(['Manual', 'Manual', null]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ query: expect.stringContaining('_entities'), cost: 2 });
  });

  it('sends aliases within the limits', async () => {
    const query = spaces.map((id, index) => `a${index}: space(id: "${id}") { title stars }`).join(' ');
    const { data } = await ask(`{ ${query} best: bestRated { title } again: bestRated { title } }`);
    expect(data).toMatchObject({ a0: { stars: 1 }, a1: { stars: 2 }, best: [{}, {}, null], again: [{}, {}, null] });
    expect(sent.map(({ cost }) => cost)).toEqual([2, 2]);
  });
});

describe('the _entities field', () => {
  const entities = (representations: object[]) =>
    test.graphql('query ($all: [_Any!]!) { _entities(representations: $all) { ... on Space { id } } }', {
      ...acme.admin,
      variables: { all: representations },
    });

  it('returns objects of the requested type that the caller can see', async () => {
    const { data } = await entities([
      { __typename: 'Space', id: spaces[0] },
      { __typename: 'Site', id: spaces[0] },
      { __typename: 'Space', id: foreign },
      { __typename: 'Space', id: 'spc_00000000000000000000000000' },
    ]);
    expect(data._entities).toEqual([{ id: spaces[0] }, null, null, null]);
  });

  it('accepts at most 250 representations', async () => {
    const { errors } = await entities(Array.from({ length: 251 }, () => ({ __typename: 'Space', id: spaces[0] })));
    expect(errors![0]!.message).toBe('`ids` must have at most 250 ids (got 251)');
  });
});

it('a server without federation has no _service field', async () => {
  const plain = await testApp();
  const { errors } = await plain.graphql('{ _service { sdl } }', { token: null });
  expect(errors![0]!.message).toContain('Cannot query field "_service"');
});
