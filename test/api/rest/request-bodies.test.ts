import { describe, expect, it } from 'vitest';
import { errorMessage, resolvedArguments } from './toy-arguments-app.js';

describe('a body', () => {
  it('counts as absent if it is empty', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', '')).toEqual({ id: 'a' });
    expect(await resolvedArguments('PATCH /v1/things/a')).toEqual({ id: 'a' });
  });
  it('distinguishes absent, null and empty', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', {})).toEqual({ id: 'a' });
    expect(await resolvedArguments('PATCH /v1/things/a', { title: null })).toEqual({ id: 'a', title: null });
    expect(await resolvedArguments('PATCH /v1/things/a', { title: '' })).toEqual({ id: 'a', title: '' });
  });
  it('refuses unknown fields and lists the allowed ones', async () => {
    expect(await errorMessage('POST /v1/need', { title: 'a', subject: 1 })).toBe(
      'unknown field `subject`; allowed: title',
    );
    expect(await errorMessage('PATCH /v1/things/a', { item: { name: 'a', nom: 1 } })).toBe(
      'unknown field `item.nom`; allowed: name, size, inner, tags',
    );
    expect(await errorMessage('PATCH /v1/things/a', '{"__proto__":{}}')).toContain('unknown field `__proto__`');
  });
  it('ignores unknown fields on routes with free properties', async () => {
    expect(await resolvedArguments('POST /v1/free', { title: 'a', other: 1 })).toEqual({ title: 'a' });
  });
  it.each(['titl', 'titlee', 'tittle', 'tilte', 'Title', 'title ', 'name'])(
    'refuses `%s` on routes with free properties as a misspelling of `title`',
    async (name) => {
      expect(await errorMessage('POST /v1/free', { [name]: 'a' })).toBe(
        `Unknown field \`${name}\`. Did you mean \`title\`?`,
      );
    },
  );
  it.each(['tile s', 'ttiel', 'titleee', 'names', 'elt', ''])(
    'ignores `%s` on routes with free properties',
    async (name) => {
      expect(await resolvedArguments('POST /v1/free', { [name]: 'a' })).toEqual({});
    },
  );
  it.each(['[]', '1', '"x"', 'null', 'true'])('is refused if it is %s', async (text) => {
    expect(await errorMessage('POST /v1/need', text)).toBe(`\`body\` must be an object (got ${text})`);
  });
  it('is refused if it is not JSON', async () => {
    await errorMessage('POST /v1/need', '{');
  });
  it('requires non-null members and refuses null for them', async () => {
    expect(await errorMessage('POST /v1/need', {})).toBe('`title` is required');
    expect(await errorMessage('POST /v1/need', { title: null })).toBe('`title` must not be null');
    expect(await errorMessage('PATCH /v1/things/a', { item: {} })).toBe('`item.name` is required');
    expect(await errorMessage('PATCH /v1/things/a', { item: { name: null } })).toBe('`item.name` must not be null');
  });
  it('refuses null for an optional member that does not allow it', async () => {
    expect(await errorMessage('PATCH /v1/things/a', { count: null })).toBe('`count` must not be null');
    expect(await errorMessage('PATCH /v1/things/a', { count: 2 })).toBe('`count` must be at least 3 (got 2)');
    expect(await errorMessage('PATCH /v1/things/a', { fixed: null })).toBe('`fixed` must not be null');
  });
  it('refuses members that belong to the path or only to GraphQL', async () => {
    for (const name of ['id', 'thingId', 'secret'])
      expect(await errorMessage('PATCH /v1/things/a', { [name]: 'b' })).toContain(
        `unknown field \`${name}\`; allowed: title`,
      );
  });
  it('uses the REST name of a member if it differs from the GraphQL name', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', { alias: 'b' })).toEqual({ id: 'a', aka: 'b' });
    expect(await errorMessage('PATCH /v1/things/a', { aka: 'b' })).toContain('unknown field `aka`');
  });
  it('reads the query parameters of a POST only from the query', async () => {
    expect(await resolvedArguments('POST /v1/need?dry=x', { title: 'a' })).toEqual({ title: 'a', dry: 'x' });
    expect(await errorMessage('POST /v1/need', { title: 'a', dry: 'x' })).toContain('unknown field `dry`');
  });
  it('accepts 1.0 as an integer and refuses 1.5, text and other types', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', '{"count":3.0}')).toEqual({ id: 'a', count: 3 });
    expect(await errorMessage('PATCH /v1/things/a', { count: 3.5 })).toBe('`count` must be an integer (got 3.5)');
    expect(await errorMessage('PATCH /v1/things/a', { count: '3' })).toBe('`count` must be an integer (got "3")');
    expect(await errorMessage('PATCH /v1/things/a', { title: 3 })).toBe('`title` must be a string (got 3)');
    expect(await errorMessage('PATCH /v1/things/a', { item: 3 })).toBe('`item` must be an object (got 3)');
    expect(await errorMessage('PATCH /v1/things/a', { item: { name: 'a', tags: 'b' } })).toBe(
      '`item.tags` must be an array (got "b")',
    );
  });
  it('counts characters, not code units', async () => {
    expect(await errorMessage('PATCH /v1/things/a', { title: '😀😀😀😀😀😀' })).toContain(
      'at most 5 characters (got 6)',
    );
  });
  it('validates nested and recursive types and applies their defaults', async () => {
    const item = { name: 'a', size: { width: 1 }, inner: { name: 'b', inner: { name: 'c', tags: [] } } };
    expect(await resolvedArguments('PATCH /v1/things/a', { item })).toEqual({
      id: 'a',
      item: { ...item, size: { width: 1, unit: 'mm' } },
    });
    expect(await errorMessage('PATCH /v1/things/a', { item: { name: 'a', inner: { name: 1 } } })).toContain(
      'item.inner.name',
    );
  });
  it('reads a union by its discriminator', async () => {
    const change = { operation: 'move_page', page: 'p', at: 2 };
    expect(await resolvedArguments('PATCH /v1/things/a', { change })).toEqual({
      id: 'a',
      change: { movePage: { page: 'p', at: 2 } },
    });
    expect(await resolvedArguments('PATCH /v1/things/a', { changes: [{ operation: 'rename', rename: 'x' }] })).toEqual({
      id: 'a',
      changes: [{ rename: 'x' }],
    });
  });
  it('names the invalid member of a union', async () => {
    const message = (change: unknown) => errorMessage('PATCH /v1/things/a', { changes: [change] });
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
  it('states the length limits of lists', async () => {
    expect(await errorMessage('PATCH /v1/things/a', { changes: [] })).toBe(
      '`changes` must have at least 1 items (got 0)',
    );
    const three = Array(3).fill({ operation: 'rename', rename: 'x' });
    expect(await errorMessage('PATCH /v1/things/a', { changes: three })).toBe(
      '`changes` must have at most 2 items (got 3)',
    );
  });
  it('requires exactly one member of a choice', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', { choice: { right: 0 } })).toEqual({
      id: 'a',
      choice: { right: 0 },
    });
    for (const choice of [{}, { left: 'a', right: 1 }, { left: null }]) {
      expect(await errorMessage('PATCH /v1/things/a', { choice })).toContain(
        '`choice` must have exactly one of left, right',
      );
    }
  });
  it('reads a map with free keys as entries', async () => {
    expect(
      await resolvedArguments('PATCH /v1/things/a', {
        levels: { u1: { level: 'dark-red' }, u2: {} },
        numbers: { a: 1 },
      }),
    ).toEqual({
      id: 'a',
      levels: [{ key: 'u1', level: 'dark-red' }, { key: 'u2' }],
      numbers: [{ name: 'a', value: 1 }],
    });
    expect(await errorMessage('PATCH /v1/things/a', { levels: { u1: { level: 'x' } } })).toContain('`levels.u1.level`');
    expect(await errorMessage('PATCH /v1/things/a', { levels: [] })).toBe('`levels` must be an object (got [])');
  });
  it('refuses the key member inside a map entry, as the OpenAPI document does', async () => {
    expect(await errorMessage('PATCH /v1/things/a', { levels: { u1: { key: 'u2' } } })).toBe(
      'unknown field `levels.u1.key`; allowed: level',
    );
  });
  it('wraps a scalar that is a short form of an object', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', { font: 'Inter' })).toMatchObject({ font: { id: 'Inter' } });
    expect(await resolvedArguments('PATCH /v1/things/a', { font: { id: 'I', bold: true } })).toMatchObject({
      font: { bold: true },
    });
  });
  it('validates JSON scalars against their schema and names the invalid member', async () => {
    const settings = { depth: 1, inner: { depth: 2 } };
    expect(await resolvedArguments('PATCH /v1/things/a', { settings })).toMatchObject({ settings });
    const message = (inner: unknown) => errorMessage('PATCH /v1/things/a', { settings: { depth: 1, inner } });
    expect(await message({ depth: 10 })).toBe('`settings.inner.depth` must be at most 9 (got 10)');
    expect(await message({})).toBe('`settings.inner.depth` must be there (got nothing)');
    expect(await message({ depth: 1, x: 2 })).toBe(
      '`settings.inner.x` must not be there: the field is unknown (got 2)',
    );
  });
  it('reads a Boolean for an enum with its own parser', async () => {
    expect(await resolvedArguments('PATCH /v1/things/a', { mode: true })).toMatchObject({ mode: 'true' });
    expect(await errorMessage('PATCH /v1/things/a', { mode: 1 })).toContain('`mode` must be one of "true"');
  });
  it('may be a single value as a whole', async () => {
    expect(await resolvedArguments('PUT /v1/item', { name: 'a' })).toEqual({ name: 'a' });
    expect(await errorMessage('PUT /v1/item', '')).toBe('`item` is required');
    expect(await errorMessage('PUT /v1/item', { nom: 'a' })).toContain('unknown field `item.nom`');
  });
  it('may be a list or a single item of it', async () => {
    expect(await resolvedArguments('POST /v1/items', [{ name: 'a' }, { name: 'b' }])).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
    expect(await resolvedArguments('POST /v1/items', { name: 'a' })).toEqual([{ name: 'a' }]);
    expect(await errorMessage('POST /v1/items', [{}])).toBe('`items[0].name` is required');
  });
});
