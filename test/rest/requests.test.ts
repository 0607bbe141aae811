import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, toyApp, toySchema } from './toy.js';

const schema = toySchema(
  /* GraphQL */ `
    scalar Title
    scalar Day
    scalar Settings
    enum Color { DARK_RED LIGHT_BLUE }
    enum Mode { TRUE FALSE SURE }
    type Echo { json: String! }
    type Query {
      echo(
        id: ID, text: String, title: Title, count: Int, weight: Float, on: Boolean, color: Color, mode: Mode
        colors: [Color!], names: [String!], first: Int, day: Day
      ): Echo
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
      mode: Mode
    }
    type Mutation { save(input: Everything!): Echo, replace(input: Item!): Echo, ingest(items: [Item!]!): Echo }
  `,
  {
    resolvers: {
      'Query.echo': (_, args) => ({ json: JSON.stringify(args) }),
      'Mutation.save': (_, { input }: { input: object }) => ({ json: JSON.stringify(input) }),
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
      Entry: { entries: { key: 'key' } },
      Pair: { entries: { key: 'name', value: 'value' } },
      Font: { wrap: 'id' },
      'Query.echo.first': { schema: { minimum: 0, maximum: 1000 } },
      'Everything.changes': { schema: { minItems: 1, maxItems: 2 } },
      'Everything.fixed': { notNull: true },
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
  query named($query: String! @in(name: "q")) @route(method: GET, path: "/v1/named") { echo(text: $query) { json } }
  query counted($count: Int! ) @route(method: GET, path: "/v1/counted/{count}") { echo(count: $count) { json } }
  query under($id: ID!, $path: String!) @route(method: GET, path: "/v1/under/{id}/path/{path}", rest: "path") {
    echo(id: $id, text: $path) { json }
  }
  mutation save(
    $id: ID!, $title: Title, $color: Color, $item: Item, $change: Change, $changes: [Change!], $choice: Choice
    $levels: [Entry!], $numbers: [Pair!], $font: Font, $settings: Settings, $colors: [Color!], $day: Day
    $fixed: String, $count: Int @notNull @rule(minimum: 3), $mode: Mode
  ) @route(method: PATCH, path: "/v1/things/{id}") {
    save(input: {
      id: $id, title: $title, color: $color, item: $item, change: $change, changes: $changes, choice: $choice
      levels: $levels, numbers: $numbers, font: $font, settings: $settings, colors: $colors, day: $day, fixed: $fixed
      count: $count, mode: $mode
    }) { json }
  }
  mutation need($title: Title!, $dry: String @in(place: QUERY)) @route(method: POST, path: "/v1/need", status: 201) {
    save(input: { title: $title, fixed: $dry }) { json }
  }
  mutation free($title: Title) @route(method: POST, path: "/v1/free", freeProperties: true) {
    save(input: { title: $title }) { json }
  }
  mutation replace($item: Item! @in(place: WHOLE_BODY)) @route(method: PUT, path: "/v1/item") {
    replace(input: $item) { json }
  }
  mutation ingest($items: [Item!]! @in(place: WHOLE_BODY)) @route(method: POST, path: "/v1/items") {
    ingest(items: $items) { json }
  }
`;

let app: FastifyInstance;
beforeAll(async () => {
  app = await toyApp(schema, [document]);
});

async function seen(request: string, body?: unknown): Promise<unknown> {
  const { json, text, status } = await call(app, request, body);
  if (status > 299) throw new Error(text);
  return JSON.parse((json as { json: string }).json);
}

async function refused(request: string, body?: unknown): Promise<string> {
  const { json, status } = await call(app, request, body);
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { code: 400 } });
  return (json as { error: { message: string } }).error.message;
}

describe('a query', () => {
  it('leaves absent parameters absent and applies defaults', async () => {
    expect(await seen('GET /v1/things/a')).toEqual({ id: 'a', on: true });
  });
  it('tells an empty parameter from an absent one', async () => {
    expect(await seen('GET /v1/things/a?text=')).toEqual({ id: 'a', on: true, text: '' });
  });
  it('ignores unknown parameters', async () => {
    expect(await seen('GET /v1/things/a?what=1&__proto__=2')).toEqual({ id: 'a', on: true });
  });
  it('reads lists repeated, separated by commas, and empty', async () => {
    const names = async (query: string) => ((await seen(`GET /v1/things/a?${query}`)) as { names: string[] }).names;
    expect(await names('names=x&names=y')).toEqual(['x', 'y']);
    expect(await names('names=x,y&names=z')).toEqual(['x', 'y', 'z']);
    expect(await names('names=')).toEqual([]);
  });
  it('reads documented enum values, alone and in lists', async () => {
    expect(await seen('GET /v1/things/a?color=dark-red&colors=light-blue,dark-red')).toMatchObject({
      color: 'dark-red',
      colors: ['light-blue', 'dark-red'],
    });
  });
  it('refuses the name of an enum value', async () => {
    expect(await refused('GET /v1/things/a?color=DARK_RED')).toBe(
      '`color` must be one of "dark-red", "light-blue", got "DARK_RED"',
    );
  });
  it('names the bad item of a list', async () => {
    expect(await refused('GET /v1/things/a?colors=dark-red,blue')).toContain('`colors[1]` must be one of');
  });
  it('reads an enum of Booleans and words', async () => {
    expect(await seen('GET /v1/things/a?mode=deterministic-only')).toMatchObject({ mode: 'deterministic-only' });
    expect(await seen('GET /v1/things/a?mode=true')).toMatchObject({ mode: 'true' });
    expect(await refused('GET /v1/things/a?mode=yes')).toContain('`mode` must be one of');
  });
  it('states the range of a number', async () => {
    expect(await seen('GET /v1/things/a?limit=0')).toMatchObject({ first: 0 });
    expect(await seen('GET /v1/things/a?limit=1000')).toMatchObject({ first: 1000 });
    expect(await refused('GET /v1/things/a?limit=1001')).toBe('`limit` must be 0 to 1000, got 1001');
    expect(await refused('GET /v1/things/a?limit=-1')).toBe('`limit` must be 0 to 1000, got -1');
  });
  it.each(['', '1.0', '1e3', '+1', '01', ' 1', '0x1', '-0', 'NaN', '１'])('refuses the integer %j', async (text) => {
    expect(await refused(`GET /v1/things/a?limit=${encodeURIComponent(text)}`)).toBe(
      `\`limit\` must be an integer in plain decimal digits, got ${JSON.stringify(text)}`,
    );
  });
  it('refuses an integer over 32 bits', async () => {
    expect(await refused('GET /v1/things/a?count=2147483648')).toBe(
      '`count` must be -2147483648 to 2147483647, got 2147483648',
    );
  });
  it('reads decimal fractions where the type has them', async () => {
    expect(await seen('GET /v1/things/a?weight=-1.5')).toMatchObject({ weight: -1.5 });
    expect(await refused('GET /v1/things/a?weight=1e400')).toContain('plain decimal digits');
  });
  it.each(['True', '1', '', 'yes'])('refuses the Boolean %j', async (text) => {
    expect(await refused(`GET /v1/things/a?on=${text}`)).toBe(
      `\`on\` must be true or false, got ${JSON.stringify(text)}`,
    );
  });
  it('refuses a single parameter that is given twice', async () => {
    expect(await refused('GET /v1/things/a?limit=1&limit=1000')).toBe('`limit` must be given once, got it 2 times');
  });
  it('states length and pattern', async () => {
    expect(await refused('GET /v1/things/a?title=abcdef')).toBe('`title` must be at most 5 characters, got 6');
    expect(await refused('GET /v1/things/a?title=A')).toBe('`title` must match ^[a-z]*$, got "A"');
  });
  it('hides what a parser of a scalar says', async () => {
    expect(await refused('GET /v1/things/a?day=today')).toBe('`day` must be a valid Day, got "today"');
    expect(await seen('GET /v1/things/a?day=2026-01-01')).toMatchObject({ day: '2026-01-01' });
  });
  it('shortens long values in messages', async () => {
    expect((await refused(`GET /v1/things/a?color=${'x'.repeat(5000)}`)).length).toBeLessThan(120);
  });
  it('refuses NUL', async () => {
    expect(await refused('GET /v1/things/a?text=%00')).toContain('`text` must be Unicode text without NUL');
  });
  it('takes the wire name where it differs, and requires what is non-null', async () => {
    expect(await seen('GET /v1/named?q=x')).toEqual({ text: 'x' });
    expect(await refused('GET /v1/named?query=x')).toBe('`q` is required');
  });
});

describe('a path', () => {
  it('is decoded', async () => {
    expect(await seen('GET /v1/things/%C3%A4%2Fb')).toMatchObject({ id: 'ä/b' });
  });
  it('names nothing where an id is longer than 255 characters', async () => {
    expect(await seen(`GET /v1/things/${'a'.repeat(255)}`)).toMatchObject({ id: 'a'.repeat(255) });
    expect((await call(app, `GET /v1/things/${'a'.repeat(256)}`)).status).toBe(404);
  });
  it.each(['%00', '%0A', 'a%7F', '%C2%80'])('names nothing where an id holds the control character %s', async (id) => {
    expect((await call(app, `GET /v1/things/${id}`)).json).toMatchObject({ error: { code: 404 } });
  });
  it('names nothing where its text is none of its type', async () => {
    expect(await seen('GET /v1/counted/7')).toEqual({ count: 7 });
    expect((await call(app, 'GET /v1/counted/seven')).json).toEqual({
      error: { code: 404, message: 'No object with the id "seven"' },
    });
  });
  it('is refused where its percent-encoding is broken', async () => {
    expect((await call(app, 'GET /v1/things/%E0%A4%A')).status).toBe(400);
  });
  it.each([
    ['', ''],
    ['/', ''],
    ['/a', 'a'],
    ['/a/b', 'a/b'],
    ['/a%2Fb', 'a/b'],
    ['/a/b%20c/', 'a/b c/'],
  ])('gives the rest after "path%s"', async (rest, text) => {
    expect(await seen(`GET /v1/under/x/path${rest}`)).toEqual({ id: 'x', text });
  });
  it('does not take a longer name for a rest', async () => {
    expect((await call(app, 'GET /v1/under/x/pathology')).status).toBe(404);
  });
});

describe('a body', () => {
  it('counts as absent where it is empty', async () => {
    expect(await seen('PATCH /v1/things/a', '')).toEqual({ id: 'a' });
    expect(await seen('PATCH /v1/things/a')).toEqual({ id: 'a' });
  });
  it('keeps absent, null and empty apart', async () => {
    expect(await seen('PATCH /v1/things/a', {})).toEqual({ id: 'a' });
    expect(await seen('PATCH /v1/things/a', { title: null })).toEqual({ id: 'a', title: null });
    expect(await seen('PATCH /v1/things/a', { title: '' })).toEqual({ id: 'a', title: '' });
  });
  it('refuses unknown fields and lists the allowed ones', async () => {
    expect(await refused('POST /v1/need', { title: 'a', subject: 1 })).toBe('unknown field `subject`; allowed: title');
    expect(await refused('PATCH /v1/things/a', { item: { name: 'a', nom: 1 } })).toBe(
      'unknown field `item.nom`; allowed: name, size, inner, tags',
    );
    expect(await refused('PATCH /v1/things/a', '{"__proto__":{}}')).toContain('unknown field `__proto__`');
  });
  it('lets unknown fields pass on routes with free properties', async () => {
    expect(await seen('POST /v1/free', { title: 'a', other: 1 })).toEqual({ title: 'a' });
  });
  it.each(['[]', '1', '"x"', 'null', 'true'])('is refused where it is %s', async (text) => {
    expect(await refused('POST /v1/need', text)).toBe(`\`body\` must be an object, got ${text}`);
  });
  it('is refused where it is no JSON', async () => {
    await refused('POST /v1/need', '{');
  });
  it('requires what is non-null and refuses null there', async () => {
    expect(await refused('POST /v1/need', {})).toBe('`title` is required');
    expect(await refused('POST /v1/need', { title: null })).toBe('`title` must not be null');
    expect(await refused('PATCH /v1/things/a', { item: {} })).toBe('`item.name` is required');
    expect(await refused('PATCH /v1/things/a', { item: { name: null } })).toBe('`item.name` must not be null');
  });
  it('refuses null where a variable may only be absent', async () => {
    expect(await refused('PATCH /v1/things/a', { count: null })).toBe('`count` must not be null');
    expect(await refused('PATCH /v1/things/a', { count: 2 })).toBe('`count` must be at least 3, got 2');
    expect(await refused('PATCH /v1/things/a', { fixed: null })).toBe('`fixed` must not be null');
  });
  it('leaves query parameters of a POST in the query', async () => {
    expect(await seen('POST /v1/need?dry=x', { title: 'a' })).toEqual({ title: 'a', fixed: 'x' });
    expect(await refused('POST /v1/need', { title: 'a', dry: 'x' })).toContain('unknown field `dry`');
  });
  it('takes 1.0 for an integer and refuses 1.5, text and other types', async () => {
    expect(await seen('PATCH /v1/things/a', '{"count":3.0}')).toEqual({ id: 'a', count: 3 });
    expect(await refused('PATCH /v1/things/a', { count: 3.5 })).toBe('`count` must be an integer, got 3.5');
    expect(await refused('PATCH /v1/things/a', { count: '3' })).toBe('`count` must be an integer, got "3"');
    expect(await refused('PATCH /v1/things/a', { title: 3 })).toBe('`title` must be a string, got 3');
    expect(await refused('PATCH /v1/things/a', { item: 3 })).toBe('`item` must be an object, got 3');
    expect(await refused('PATCH /v1/things/a', { item: { name: 'a', tags: 'b' } })).toBe(
      '`item.tags` must be an array, got "b"',
    );
  });
  it('counts characters, not code units', async () => {
    expect(await refused('PATCH /v1/things/a', { title: '😀😀😀😀😀😀' })).toContain('at most 5 characters, got 6');
  });
  it('refuses half a surrogate pair, also deep in JSON', async () => {
    expect(await refused('PATCH /v1/things/a', '{"item":{"name":"\\ud800"}}')).toContain('`item.name` must be Unicode');
    expect(await refused('PATCH /v1/things/a', '{"settings":{"depth":1,"\\udc00":2}}')).toContain('Unicode');
  });
  it('goes through nested and recursive types, with their defaults', async () => {
    const item = { name: 'a', size: { width: 1 }, inner: { name: 'b', inner: { name: 'c', tags: [] } } };
    expect(await seen('PATCH /v1/things/a', { item })).toEqual({
      id: 'a',
      item: { ...item, size: { width: 1, unit: 'mm' } },
    });
    expect(await refused('PATCH /v1/things/a', { item: { name: 'a', inner: { name: 1 } } })).toContain(
      'item.inner.name',
    );
  });
  it('reads a union by its discriminator', async () => {
    const change = { operation: 'move_page', page: 'p', at: 2 };
    expect(await seen('PATCH /v1/things/a', { change })).toEqual({
      id: 'a',
      change: { movePage: { page: 'p', at: 2 } },
    });
    expect(await seen('PATCH /v1/things/a', { changes: [{ operation: 'rename', rename: 'x' }] })).toEqual({
      id: 'a',
      changes: [{ rename: 'x' }],
    });
  });
  it('names the fault in a union', async () => {
    const message = (change: unknown) => refused('PATCH /v1/things/a', { changes: [change] });
    expect(await message({ page: 'p' })).toBe(
      '`changes[0].operation` is required, one of "move_page", "drop_page", "rename"',
    );
    expect(await message({ operation: 'movePage' })).toContain('`changes[0].operation` must be one of "move_page"');
    expect(await message({ operation: 'drop_page', page: 'p', at: 1 })).toBe(
      'unknown field `changes[0].at`; allowed: page',
    );
    expect(await message({ operation: 'rename' })).toBe('`changes[0].rename` is required');
    expect(await message({ operation: 'constructor' })).toContain('must be one of');
  });
  it('states the length of lists', async () => {
    expect(await refused('PATCH /v1/things/a', { changes: [] })).toBe('`changes` must have at least 1 items, got 0');
    const three = Array(3).fill({ operation: 'rename', rename: 'x' });
    expect(await refused('PATCH /v1/things/a', { changes: three })).toBe('`changes` must have at most 2 items, got 3');
  });
  it('takes exactly one member of a choice', async () => {
    expect(await seen('PATCH /v1/things/a', { choice: { right: 0 } })).toEqual({ id: 'a', choice: { right: 0 } });
    for (const choice of [{}, { left: 'a', right: 1 }, { left: null }]) {
      expect(await refused('PATCH /v1/things/a', { choice })).toContain(
        '`choice` must have exactly one of left, right',
      );
    }
  });
  it('reads a map with free keys as entries', async () => {
    expect(
      await seen('PATCH /v1/things/a', { levels: { u1: { level: 'dark-red' }, u2: {} }, numbers: { a: 1 } }),
    ).toEqual({
      id: 'a',
      levels: [{ key: 'u1', level: 'dark-red' }, { key: 'u2' }],
      numbers: [{ name: 'a', value: 1 }],
    });
    expect(await refused('PATCH /v1/things/a', { levels: { u1: { level: 'x' } } })).toContain('`levels.u1.level`');
    expect(await refused('PATCH /v1/things/a', { levels: [] })).toBe('`levels` must be an object, got []');
  });
  it('does not let a map overwrite its key', async () => {
    expect(await seen('PATCH /v1/things/a', { levels: { u1: { key: 'u2' } } })).toMatchObject({
      levels: [{ key: 'u1' }],
    });
  });
  it('wraps a scalar that stands for an object', async () => {
    expect(await seen('PATCH /v1/things/a', { font: 'Inter' })).toMatchObject({ font: { id: 'Inter' } });
    expect(await seen('PATCH /v1/things/a', { font: { id: 'I', bold: true } })).toMatchObject({ font: { bold: true } });
  });
  it('holds JSON scalars against their schema and names the place', async () => {
    const settings = { depth: 1, inner: { depth: 2 } };
    expect(await seen('PATCH /v1/things/a', { settings })).toMatchObject({ settings });
    const message = (inner: unknown) => refused('PATCH /v1/things/a', { settings: { depth: 1, inner } });
    expect(await message({ depth: 10 })).toBe('`settings.inner.depth` must be at most 9, got 10');
    expect(await message({})).toBe('`settings.inner.depth` must be there, got nothing');
    expect(await message({ depth: 1, x: 2 })).toBe('`settings.inner.x` must not be there: the field is unknown, got 2');
  });
  it('reads a Boolean for an enum with its own parser', async () => {
    expect(await seen('PATCH /v1/things/a', { mode: true })).toMatchObject({ mode: 'true' });
    expect(await refused('PATCH /v1/things/a', { mode: 1 })).toContain('`mode` must be one of "true"');
  });
  it('may be a value as a whole', async () => {
    expect(await seen('PUT /v1/item', { name: 'a' })).toEqual({ name: 'a' });
    expect(await refused('PUT /v1/item', '')).toBe('`item` is required');
    expect(await refused('PUT /v1/item', { nom: 'a' })).toContain('unknown field `item.nom`');
  });
  it('may be a list or one item of it', async () => {
    expect(await seen('POST /v1/items', [{ name: 'a' }, { name: 'b' }])).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(await seen('POST /v1/items', { name: 'a' })).toEqual([{ name: 'a' }]);
    expect(await refused('POST /v1/items', [{}])).toBe('`items[0].name` is required');
  });
});
