import { describe, expect, it } from 'vitest';
import { call } from './toy.js';
import { app, errorMessage, listItems, resolvedArguments } from './toy-arguments-app.js';

describe('a query', () => {
  it('leaves absent parameters absent and applies defaults', async () => {
    expect(await resolvedArguments('GET /v1/things/a')).toEqual({ id: 'a', on: true });
  });
  it('distinguishes an empty parameter from an absent one', async () => {
    expect(await resolvedArguments('GET /v1/things/a?text=')).toEqual({ id: 'a', on: true, text: '' });
  });
  it('ignores unknown parameters', async () => {
    expect(await resolvedArguments('GET /v1/things/a?what=1&__proto__=2')).toEqual({ id: 'a', on: true });
  });
  it('reads lists as repeated parameters, comma-separated values, and an empty value', async () => {
    const names = async (query: string) =>
      ((await resolvedArguments(`GET /v1/things/a?${query}`)) as { names: string[] }).names;
    expect(await names('names=x&names=y')).toEqual(['x', 'y']);
    expect(await names('names=x,y&names=z')).toEqual(['x', 'y', 'z']);
    expect(await names('names=')).toEqual([]);
  });
  it('reads documented enum values, alone and in lists', async () => {
    expect(await resolvedArguments('GET /v1/things/a?color=dark-red&colors=light-blue,dark-red')).toMatchObject({
      color: 'dark-red',
      colors: ['light-blue', 'dark-red'],
    });
  });
  it('refuses the GraphQL name of an enum value', async () => {
    expect(await errorMessage('GET /v1/things/a?color=DARK_RED')).toBe(
      '`color` must be one of "dark-red", "light-blue" (got "DARK_RED")',
    );
  });
  it('names the invalid item of a list', async () => {
    expect(await errorMessage('GET /v1/things/a?colors=dark-red,blue')).toContain('`colors[1]` must be one of');
  });
  it('reads an enum of Booleans and words', async () => {
    expect(await resolvedArguments('GET /v1/things/a?mode=deterministic-only')).toMatchObject({
      mode: 'deterministic-only',
    });
    expect(await resolvedArguments('GET /v1/things/a?mode=true')).toMatchObject({ mode: 'true' });
    expect(await errorMessage('GET /v1/things/a?mode=yes')).toContain('`mode` must be one of');
  });
  it('states the range of a number', async () => {
    expect(await resolvedArguments('GET /v1/things/a?limit=0')).toMatchObject({ first: 0 });
    expect(await resolvedArguments('GET /v1/things/a?limit=1000')).toMatchObject({ first: 1000 });
    expect(await errorMessage('GET /v1/things/a?limit=1001')).toBe('`limit` must be 0 to 1000 (got 1001)');
    expect(await errorMessage('GET /v1/things/a?limit=-1')).toBe('`limit` must be 0 to 1000 (got -1)');
  });
  it.each(['', '1.0', '1e3', '+1', '01', ' 1', '0x1', '-0', 'NaN', '１'])('refuses the integer %j', async (text) => {
    expect(await errorMessage(`GET /v1/things/a?limit=${encodeURIComponent(text)}`)).toBe(
      `\`limit\` must be an integer in plain decimal digits (got ${JSON.stringify(text)})`,
    );
  });
  it('refuses an integer over 32 bits', async () => {
    expect(await errorMessage('GET /v1/things/a?count=2147483648')).toBe(
      '`count` must be -2147483648 to 2147483647 (got 2147483648)',
    );
  });
  it('accepts decimal fractions for a Float', async () => {
    expect(await resolvedArguments('GET /v1/things/a?weight=-1.5')).toMatchObject({ weight: -1.5 });
    expect(await errorMessage('GET /v1/things/a?weight=1e400')).toContain('plain decimal digits');
  });
  it.each(['true', 'True', 'TRUE'])('reads the Boolean %j', async (text) => {
    expect(await resolvedArguments(`GET /v1/things/a?on=${text}`)).toMatchObject({ on: true });
    expect(await resolvedArguments(`GET /v1/things/a?mode=${text}`)).toMatchObject({ mode: 'true' });
  });
  it('reads a parameter by its alias, and refuses both names at once', async () => {
    expect(await resolvedArguments('GET /v1/things/a?hue=dark-red')).toMatchObject({ color: 'dark-red' });
    expect(await errorMessage('GET /v1/things/a?hue=red')).toContain('`color` must be one of');
    expect(await errorMessage('GET /v1/things/a?hue=dark-red&color=dark-red')).toContain('`color` must be given once');
  });
  it('treats an empty list cursor as absent', async () => {
    expect(await listItems('GET /v1/listed?page=')).toEqual([{ after: null }]);
    expect(await listItems('GET /v1/listed?page=x')).toEqual([{ after: 'x' }]);
  });
  it.each(['t', '1', '', 'yes'])('refuses the Boolean %j', async (text) => {
    expect(await errorMessage(`GET /v1/things/a?on=${text}`)).toBe(
      `\`on\` must be true or false (got ${JSON.stringify(text)})`,
    );
  });
  it('refuses a single parameter that is given twice', async () => {
    expect(await errorMessage('GET /v1/things/a?limit=1&limit=1000')).toBe(
      '`limit` must be given once (got it 2 times)',
    );
  });
  it('states the length limit and the pattern', async () => {
    expect(await errorMessage('GET /v1/things/a?title=abcdef')).toBe('`title` must be at most 5 characters (got 6)');
    expect(await errorMessage('GET /v1/things/a?title=A')).toBe('`title` must match ^[a-z]*$ (got "A")');
  });
  it("does not reveal the error message of a scalar's parser", async () => {
    expect(await errorMessage('GET /v1/things/a?day=today')).toBe('`day` must be a valid Day (got "today")');
    expect(await resolvedArguments('GET /v1/things/a?day=2026-01-01')).toMatchObject({ day: '2026-01-01' });
  });
  it('truncates long values in messages', async () => {
    expect((await errorMessage(`GET /v1/things/a?color=${'x'.repeat(5000)}`)).length).toBeLessThan(120);
  });
  it('refuses NUL', async () => {
    expect(await errorMessage('GET /v1/things/a?text=%00')).toContain('`text` must be Unicode text without NUL');
  });
  it('uses the wire name if it differs, and requires a non-null parameter', async () => {
    expect(await resolvedArguments('GET /v1/named?q=x')).toEqual({ text: 'x' });
    expect(await errorMessage('GET /v1/named?query=x')).toBe('`q` is required');
  });
});

describe('a path', () => {
  it('is decoded', async () => {
    expect(await resolvedArguments('GET /v1/things/%C3%A4%2Fb')).toMatchObject({ id: 'ä/b' });
  });
  it('returns 404 for an id longer than 255 characters', async () => {
    expect(await resolvedArguments(`GET /v1/things/${'a'.repeat(255)}`)).toMatchObject({ id: 'a'.repeat(255) });
    expect((await call(app, `GET /v1/things/${'a'.repeat(256)}`)).status).toBe(404);
  });
  it.each(['%00', '%0A', 'a%7F', '%C2%80'])('returns 404 for an id with the control character %s', async (id) => {
    expect((await call(app, `GET /v1/things/${id}`)).json).toMatchObject({ error: { code: 404 } });
  });
  it('returns 404 for an id that is not a valid value of its type', async () => {
    expect(await resolvedArguments('GET /v1/counted/7')).toEqual({ count: 7 });
    expect((await call(app, 'GET /v1/counted/seven')).json).toEqual({
      error: { code: 404, message: 'No object with the id "seven"' },
    });
  });
  it('returns 400 for invalid percent-encoding', async () => {
    expect((await call(app, 'GET /v1/things/%E0%A4%A')).status).toBe(400);
  });
  it.each([
    ['', ''],
    ['/', ''],
    ['/a', 'a'],
    ['/a/b', 'a/b'],
    ['/a%2Fb', 'a/b'],
    ['/a/b%20c', 'a/b c'],
    ['//a/b/', 'a/b'],
    ['/a//b//', 'a/b'],
    ['/%2Fa%2F%2Fb', 'a/b'],
    ['//', ''],
  ])('captures the rest after "path%s", without empty segments', async (rest, text) => {
    expect(await resolvedArguments(`GET /v1/under/x/path${rest}`)).toEqual({ id: 'x', text });
  });
  it('does not match the rest against a longer segment name', async () => {
    expect((await call(app, 'GET /v1/under/x/pathology')).status).toBe(404);
  });
});
