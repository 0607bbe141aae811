import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toySchema } from './toy.js';

const schema = toySchema(
  /* GraphQL */ `
    interface Node { id: ID! }
    type Thing implements Node { id: ID!, title: String, things: [Thing!]! }
    input Filter { title: String, ids: [ID] }
    type Query { thing(id: ID, in: ID): Thing, node(id: ID): Node, other(filter: Filter): Node, things: [Thing!]! }
  `,
  {},
);

const compile = (...documents: string[]) => compileOperations(schema, documents).operations;
const route = '@route(method: GET, path: "/v1/things/{id}")';

describe('a set of stored operations', () => {
  it('shares fragments across all documents', () => {
    const [operation] = compile(
      `query a($id: ID!) ${route} { thing(id: $id) { ...Thing } }`,
      'fragment Thing on Thing { id }',
    );
    expect(operation).toMatchObject({ route: { id: 'a', method: 'GET', path: '/v1/things/{id}', status: 200 } });
  });
  it('passes standard GraphQL to the executor: no custom directives, and `__typename` on abstract types', () => {
    const [operation] = compile(
      `query a($id: ID @in(name: "i")) @route(method: GET, path: "/v1/a") { node(id: $id) @result { id @nullable } }`,
    );
    expect(validate(schema, operation!.document)).toEqual([]);
    expect(JSON.stringify(operation!.document)).toContain('__typename');
  });
  it('creates an endpoint per route, where a path variable of another route is absent and not a query parameter', () => {
    const [one, two] = compile(
      `query a($id: ID!, $in: ID) ${route} @route(id: "b", method: GET, path: "/v1/in/{in}/things/{id}") {
        thing(id: $id, in: $in) { id }
      }`,
    );
    expect([one!.route.id, two!.route.id]).toEqual(['a', 'b']);
    const request = { query: { in: 'x' }, body: undefined };
    expect(one!.read({ ...request, params: { id: '1' } })).toEqual({ id: '1' });
    expect(two!.read({ ...request, params: { id: '1', in: '2' } })).toEqual({ id: '1', in: '2' });
  });

  it.each([
    ['is not GraphQL', 'query {', /Syntax Error/],
    ['selects an unknown field', `query a($id: ID!) ${route} { thing(id: $id) { nom } }`, /Cannot query field "nom"/],
    [
      'uses an unknown directive',
      `query a($id: ID!) ${route} { thing(id: $id) { id @nil } }`,
      /Unknown directive "@nil"/,
    ],
    ['leaves a variable unused', `query a($id: ID!, $x: Int) ${route} { thing(id: $id) { id } }`, /\$x/],
    ['has no route', 'query a { thing { id } }', /^Error: a: a stored operation needs a name and @route/],
    ['has no name', `query ($id: ID!) ${route} { thing(id: $id) { id } }`, /needs a name/],
    [
      'names an unknown variable in its path',
      `query a ${route} { thing { id } }`,
      /^Error: a: \{id\} in its path is no variable/,
    ],
    [
      'has a malformed path',
      'query a @route(method: GET, path: "/v1//a") { thing { id } }',
      /path \/v1\/\/a is malformed/,
    ],
    [
      'names a variable twice in its path',
      'query a($id: ID) @route(method: GET, path: "/{id}/{id}") { thing(id: $id) { id } }',
      /names a variable twice/,
    ],
    [
      'has a rest that is not at the end',
      'query a($id: ID) @route(method: GET, path: "/{id}/x", rest: "id") { thing(id: $id) { id } }',
      /not the end of its path/,
    ],
    [
      'has an error as its success status',
      'query a @route(method: GET, path: "/v1", status: 404) { thing { id } }',
      /not a success/,
    ],
    ['has no result', `query a($id: ID!) ${route} { thing(id: $id) { id } things { id } }`, /^Error: a: no result/],
    [
      'has a result within a list',
      'query a @route(method: GET, path: "/v1") { things { id @result } }',
      /within a list/,
    ],
    [
      'unwraps an object with two members',
      'query a @route(method: GET, path: "/v1") { thing { things @value { id title } } }',
      /^Error: a: @value on things needs exactly one member/,
    ],
    [
      'nests items without their parent',
      'query a @route(method: GET, path: "/v1") { things @nest(parent: "up", into: "x") { id } }',
      /needs the member "up"/,
    ],
    [
      'prints two members with one name',
      'query a @route(method: GET, path: "/v1") { thing { id title @as(name: "id") } }',
      /two members of Thing are printed as "id"/,
    ],
    [
      'has an object as a query parameter',
      'query a($filter: Filter) @route(method: GET, path: "/v1") { other(filter: $filter) { id } }',
      /Filter cannot be in a path or query/,
    ],
    [
      'reads two variables from one parameter',
      'query a($a: ID, $b: ID @in(name: "a")) @route(method: GET, path: "/v1") { thing(id: $a) { id } node(id: $b) @result { id } }',
      /two variables are the query a/,
    ],
    [
      'has body members next to a whole body',
      'query a($a: ID @in(place: BODY), $b: Filter @in(place: WHOLE_BODY)) @route(method: POST, path: "/v1") { thing(id: $a) { id } other(filter: $b) @result { id } }',
      /whole body leaves no room/,
    ],
  ])('fails at compile time if an operation %s', (_, document, message) => {
    let fault: unknown;
    try {
      compile(document);
    } catch (error) {
      fault = error;
    }
    expect(`${fault}`).toMatch(message);
  });
  it('fails at compile time if two operations share a route or a name', () => {
    const first = `query a($id: ID!) ${route} { thing(id: $id) { id } }`;
    const second = 'query b($x: ID!) @route(method: GET, path: "/v1/things/{x}") { thing(id: $x) { id } }';
    expect(() => compile(first, second)).toThrow('b: GET /v1/things/{x} is already the route of a');
    expect(() => compile(first, first)).toThrow('only one operation named "a"');
  });
});

describe('the directives', () => {
  it('are each documented', async () => {
    const { directivesText } = await import('../../../src/api/rest/documents/directives.js');
    const definitions = parse(directivesText).definitions.filter(({ kind }) => kind === 'DirectiveDefinition');
    expect(definitions.length).toBeGreaterThan(10);
    for (const definition of definitions) expect(definition).toHaveProperty('description.value');
  });
});
