import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../../src/api/http/bodies/json-body.js';
import { parseInThread } from '../../../src/api/http/bodies/read-bodies.js';
import { hashRequest } from '../../../src/api/http/bodies/request-hash.js';

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

it('null, an empty object and an empty string are distinct values', () => {
  expect([parse('null'), parse('{}'), parse('""')]).toEqual([null, {}, '']);
});

it('a byte order mark at the start is skipped', () => {
  expect(parse('\ufeff{"title":"A"}')).toEqual({ title: 'A' });
});

it('the last of two equal keys counts', () => {
  expect(parse('{"title":"A","title":"B"}')).toEqual({ title: 'B' });
});

it('nesting of 64 levels is accepted, of 65 refused', () => {
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
  ['text that is not JSON', '{"title": Docs}', /must be JSON/],
  ['a JSON text that ends early', '{"title":', /must be JSON/],
  ['two JSON texts', '{} {}', /must be JSON/],
  ['only whitespace', '  ', /must be JSON/],
  ['the key `__proto__`', '{"a":[{"__proto__":{"admin":true}}]}', /__proto__/],
  ['the key `__proto__` in escapes', '{"\\u005f_proto__":1}', /__proto__/],
  ['NUL in a value', '{"title":"a\\u0000b"}', /NUL/],
  ['NUL in a key', '{"a\\u0000b":1}', /NUL/],
  ['an unpaired surrogate in a value', '{"title":"\\ud800"}', /surrogate/],
  ['an unpaired surrogate in a key', '{"\\udc00":1}', /surrogate/],
  ['a number above the range of a double', '{"limit":1e400}', /1\.8e308/],
  ['a number below the range of a double', '[-1e400]', /1\.8e308/],
];
for (const [what, text, sentence] of broken) {
  it(`${what} is refused`, () => {
    expect(() => parse(text)).toThrow(expect.objectContaining(refusal(sentence)));
  });
}

it('invalid UTF-8 is refused, not replaced', () => {
  const broken = Uint8Array.of(...bytes('{"title":"'), 0xc3, 0x28, ...bytes('"}'));
  expect(() => parseJson(broken)).toThrow(expect.objectContaining(refusal(/UTF-8/)));
});

it('a surrogate pair is accepted', () => {
  expect(parse('"\\ud83d\\ude00"')).toBe('😀');
});

it('`constructor` and `prototype` are ordinary keys', () => {
  expect(parse('{"constructor":{"prototype":1}}')).toEqual({ constructor: { prototype: 1 } });
});

it('any JSON without NUL and `__proto__` is parsed as by `JSON.parse`', () => {
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

it('any bytes are either parsed or refused as BAD_JSON', () => {
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

it('a worker thread parses a large body to the same values and errors', async () => {
  const large = { title: 'A'.repeat(1_100_000), order: [1, null, { a: 'ü' }], texts: ['ß'.repeat(70_000), 'b'] };
  expect((await parseInThread(bytes(JSON.stringify(large)))).value).toEqual(large);
  for (const plain of ['a'.repeat(70_000), 1, null])
    expect((await parseInThread(bytes(JSON.stringify(plain)))).value).toBe(plain);
  const broken = bytes(JSON.stringify(large).slice(0, -1));
  await expect(parseInThread(broken)).rejects.toMatchObject(refusal(/must be JSON/));
});

it('a worker thread computes the same request hash as the main thread', async () => {
  const body = { b: [1, 'ü'], a: null };
  const { requestHash } = await parseInThread(bytes(JSON.stringify(body)), { hashedWith: '/v1/orgs?a=b' });
  expect(requestHash).toBe(hashRequest('/v1/orgs?a=b', body));
});
