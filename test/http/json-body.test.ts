import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../src/http/json-body.js';
import { parseBody } from '../../src/http/read-bodies.js';
import { hearThreads } from '../support/threads.js';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const parse = (text: string): unknown => parseJson(bytes(text));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const refusal = (sentence: RegExp): object => ({
  code: 'BAD_USER_INPUT',
  detail: { reason: 'BAD_JSON' },
  message: expect.stringMatching(sentence),
});

it('an empty body counts as absent', () => {
  expect(parse('')).toBeUndefined();
});

it('null, an empty object and an empty text are three values', () => {
  expect([parse('null'), parse('{}'), parse('""')]).toEqual([null, {}, '']);
});

it('a byte order mark in front is skipped', () => {
  expect(parse('\ufeff{"title":"A"}')).toEqual({ title: 'A' });
});

it('of two equal keys the last one counts', () => {
  expect(parse('{"title":"A","title":"B"}')).toEqual({ title: 'B' });
});

it('nesting of 64 levels is read, of 65 refused', () => {
  expect(parse(nested(64))).toEqual(JSON.parse(nested(64)));
  expect(() => parse(nested(65))).toThrow(expect.objectContaining(refusal(/at most 64 levels/)));
});

it('nesting of 65 levels is refused in objects too', () => {
  const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  expect(JSON.stringify(parse(objects(64)))).toBe(objects(64));
  expect(() => parse(objects(65))).toThrow(/at most 64 levels/);
});

it('nesting of 5,000 and of 200,000 levels is refused without overflowing the stack', () => {
  for (const depth of [5000, 200_000])
    expect(() => parse(nested(depth))).toThrow(expect.objectContaining(refusal(/at most 64 levels/)));
});

const broken: [string, string, RegExp][] = [
  ['text that is no JSON', '{"title": Docs}', /must be JSON/],
  ['a JSON text that ends early', '{"title":', /must be JSON/],
  ['two JSON texts', '{} {}', /must be JSON/],
  ['blanks alone', '  ', /must be JSON/],
  ['the key `__proto__`', '{"a":[{"__proto__":{"admin":true}}]}', /__proto__/],
  ['the key `__proto__` in escapes', '{"\\u005f_proto__":1}', /__proto__/],
  ['NUL in a value', '{"title":"a\\u0000b"}', /NUL/],
  ['NUL in a key', '{"a\\u0000b":1}', /NUL/],
  ['half of a surrogate pair in a value', '{"title":"\\ud800"}', /surrogate/],
  ['half of a surrogate pair in a key', '{"\\udc00":1}', /surrogate/],
  ['a number beyond a double', '{"limit":1e400}', /1\.8e308/],
  ['a number beyond a double, below zero', '[-1e400]', /1\.8e308/],
];
for (const [what, text, sentence] of broken) {
  it(`${what} is refused`, () => {
    expect(() => parse(text)).toThrow(expect.objectContaining(refusal(sentence)));
  });
}

it('bytes that are no UTF-8 are refused, not replaced', () => {
  const broken = Uint8Array.of(...bytes('{"title":"'), 0xc3, 0x28, ...bytes('"}'));
  expect(() => parseJson(broken)).toThrow(expect.objectContaining(refusal(/UTF-8/)));
});

it('a surrogate pair is read', () => {
  expect(parse('"\\ud83d\\ude00"')).toBe('😀');
});

it('`constructor` and `prototype` are keys like others', () => {
  expect(parse('{"constructor":{"prototype":1}}')).toEqual({ constructor: { prototype: 1 } });
});

it('whatever JSON prints is read as it was', () => {
  const value = fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }).filter((it) => {
    const text = JSON.stringify(it);
    return !text.includes('\\u0000') && !text.includes('__proto__');
  });
  fc.assert(
    fc.property(value, (it) => {
      expect(parse(JSON.stringify(it))).toEqual(JSON.parse(JSON.stringify(it)));
    }),
    { numRuns: 200 },
  );
});

it('whatever the bytes are, they are read or refused as BAD_JSON', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (some) => {
      try {
        parseJson(some);
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_USER_INPUT', detail: { reason: 'BAD_JSON' } });
      }
    }),
    { numRuns: 500 },
  );
});

const heard = hearThreads();

/** What came of a body, and whether it was parsed in a thread. */
async function parsed(body: Uint8Array<ArrayBuffer>): Promise<{ value: unknown; inThread: boolean }> {
  heard.length = 0;
  const value = await parseBody(body).catch((error) => error);
  return { value, inThread: heard.length > 0 };
}

it('a large body is parsed in a thread, with the same answers and refusals', async () => {
  const large = { title: 'A'.repeat(1_100_000), order: [1, null, { a: 'ü' }] };
  expect(await parsed(bytes(JSON.stringify(large)))).toEqual({ value: large, inThread: true });
  const refused = await parsed(bytes(JSON.stringify(large).slice(0, -1)));
  expect(refused).toEqual({ value: expect.objectContaining(refusal(/must be JSON/)), inThread: true });
});

it('a small body is parsed at once', async () => {
  expect(await parsed(bytes('{"title":"A"}'))).toEqual({ value: { title: 'A' }, inThread: false });
});
