import type { FastifyInstance } from 'fastify';
import { beforeAll, expect } from 'vitest';
import { call, toyApp, toySchema } from './toy.js';

const schema = toySchema(
  /* GraphQL */ `
    scalar Title
    scalar Day
    scalar Settings
    enum Color { DARK_RED LIGHT_BLUE }
    enum Mode { TRUE FALSE SURE }
    type Echo { json: String! }
    type PageInfo { hasNextPage: Boolean!, endCursor: String }
    type EchoConnection { nodes: [Echo!]!, pageInfo: PageInfo!, totalCount: Int! }
    type Query {
      echo(
        id: ID, text: String, title: Title, count: Int, weight: Float, on: Boolean, color: Color, mode: Mode
        colors: [Color!], names: [String!], first: Int, day: Day
      ): Echo
      listed(after: String): EchoConnection
    }
    input Size { width: Int!, height: Int, unit: String = "mm" }
    input Item { name: String!, size: Size, inner: Item, tags: [String!] }
    input Move { page: ID!, at: Int }
    input Drop { page: ID! }
    input Change @oneOf { movePage: Move, dropPage: Drop, rename: String }
    input Choice @oneOf { left: String, right: Int }
    input Entry { key: ID!, level: Color }
    input Pair { name: String!, value: Int }
    input Font { id: String!, bold: Boolean }
    input Everything {
      id: ID, title: Title, color: Color, item: Item, change: Change, changes: [Change!], choice: Choice, count: Int
      levels: [Entry!], numbers: [Pair!], font: Font, settings: Settings, colors: [Color!], day: Day, fixed: String
      mode: Mode, secret: String, aka: String
    }
    input Need { title: Title! }
    input Free { title: Title }
    type Mutation {
      save(input: Everything!): Echo, need(input: Need!, dry: String): Echo, free(input: Free!): Echo, replace(input: Item!): Echo, ingest(items: [Item!]!): Echo
    }
  `,
  {
    resolvers: {
      'Query.echo': (_, args) => ({ json: JSON.stringify(args) }),
      'Query.listed': (_, { after = null }) => ({
        nodes: [{ json: JSON.stringify({ after }) }],
        pageInfo: { hasNextPage: false },
        totalCount: 1,
      }),
      'Mutation.save': (_, { input }: { input: object }) => ({ json: JSON.stringify(input) }),
      'Mutation.need': (_, { input, dry }: { input: object; dry?: string }) => ({
        json: JSON.stringify({ ...input, dry }),
      }),
      'Mutation.free': (_, { input }: { input: object }) => ({ json: JSON.stringify(input) }),
      'Mutation.replace': (_, { input }: { input: object }) => ({ json: JSON.stringify(input) }),
      'Mutation.ingest': (_, { items }: { items: object }) => ({ json: JSON.stringify(items) }),
    },
    values: {
      Color: { DARK_RED: 'dark-red', LIGHT_BLUE: 'light-blue' },
      Mode: { TRUE: 'true', FALSE: 'false', SURE: 'deterministic-only' },
    },
    rest: {
      Title: { schema: { type: 'string', maxLength: 5, pattern: '^[a-z]*$' } },
      Settings: {
        schema: { $ref: '#/components/schemas/Tree' },
        components: {
          Tree: {
            type: 'object',
            properties: { depth: { type: 'integer', maximum: 9 }, inner: { $ref: '#/components/schemas/Tree' } },
            required: ['depth'],
            additionalProperties: false,
          },
        },
      },
      Mode: { parse: (wire) => (typeof wire === 'boolean' ? String(wire) : (wire as string)) },
      Change: {
        discriminator: {
          property: 'operation',
          mapping: { move_page: 'movePage', drop_page: 'dropPage', rename: 'rename' },
        },
      },
      Color: { alias: 'hue' },
      EchoConnection: { connection: true },
      Entry: { entries: { key: 'key' } },
      Pair: { entries: { key: 'name', value: 'value' } },
      Font: { wrap: 'id' },
      'Query.echo.first': { schema: { minimum: 0, maximum: 1000 } },
      'Everything.title': { nullClears: true },
      'Everything.count': { schema: { minimum: 3 } },
      'Everything.changes': { schema: { minItems: 1, maxItems: 2 } },
      'Everything.secret': { graphOnly: true },
      'Everything.aka': { name: 'alias' },
    },
  },
);

const day = schema.getType('Day') as unknown as { parseValue: (value: unknown) => unknown };
day.parseValue = (value) => {
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return value;
  throw new Error('secret details');
};

const document = /* GraphQL */ `
  query find(
    $id: ID!, $text: String, $title: Title, $count: Int, $weight: Float, $on: Boolean = true, $color: Color
    $colors: [Color!], $names: [String!], $limit: Int, $mode: Mode, $day: Day
  ) @route(method: GET, path: "/v1/things/{id}") {
    echo(
      id: $id, text: $text, title: $title, count: $count, weight: $weight, on: $on, color: $color, mode: $mode
      colors: $colors, names: $names, first: $limit, day: $day
    ) { json }
  }
  query listed($page: String) @route(method: GET, path: "/v1/listed") {
    listed(after: $page) @result { nodes { json } pageInfo { hasNextPage endCursor } totalCount }
  }
  query named($query: String! @in(name: "q")) @route(method: GET, path: "/v1/named") { echo(text: $query) { json } }
  query counted($count: Int! ) @route(method: GET, path: "/v1/counted/{count}") { echo(count: $count) { json } }
  query under($id: ID!, $path: String!) @route(method: GET, path: "/v1/under/{id}/path/{path}", rest: "path") {
    echo(id: $id, text: $path) { json }
  }
  mutation save($input: Everything!) @route(method: PATCH, path: "/v1/things/{thingId:id}") { save(input: $input) { json } }
  mutation need($input: Need!, $dry: String @in(place: QUERY)) @route(method: POST, path: "/v1/need", status: 201) {
    need(input: $input, dry: $dry) { json }
  }
  mutation free($input: Free!) @route(method: POST, path: "/v1/free", freeProperties: true, misnomers: ["name:title"]) {
    free(input: $input) { json }
  }
  mutation replace($item: Item! @in(place: WHOLE_BODY)) @route(method: PUT, path: "/v1/item") {
    replace(input: $item) { json }
  }
  mutation ingest($items: [Item!]! @in(place: WHOLE_BODY)) @route(method: POST, path: "/v1/items") {
    ingest(items: $items) { json }
  }
`;

/** The application with the schema and the operations of this file. */
export let app: FastifyInstance;
beforeAll(async () => {
  app = await toyApp(schema, [document]);
});

/** Returns the arguments that the resolver received for a successful request. */
export async function resolvedArguments(request: string, body?: unknown): Promise<unknown> {
  const { json, text, status } = await call(app, request, body);
  if (status > 299) throw new Error(text);
  return JSON.parse((json as { json: string }).json);
}

/** Returns the items of a list response. */
export async function listItems(request: string): Promise<unknown[]> {
  const { json } = await call(app, request);
  return (json as { items: { json: string }[] }).items.map((item) => JSON.parse(item.json));
}

/** Returns the error message of a request that gets a 400. */
export async function errorMessage(request: string, body?: unknown): Promise<string> {
  const { json, status } = await call(app, request, body);
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { code: 400 } });
  return (json as { error: { message: string } }).error.message;
}
