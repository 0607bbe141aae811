import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, equalJson } from '../../../../src/engine/base/canonical-json.js';
import { changedEntries } from '../../../../src/engine/change/diff/changed-entries.js';

const versions = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(2))
  .map((all) => new Map(Object.entries(all)));

it('the entries removed and added by `changedEntries` are exactly the differences between two versions', () => {
  fc.assert(
    fc.property(versions, versions, (before, after) => {
      const [old, now] = [before, after].map((all) => new Map([...all].map(([key, value]) => [key, { key, value }])));
      const { removed: gone, added: come } = changedEntries(old!, now!, equalJson);
      const rebuilt = new Map(before);
      for (const { key } of gone) expect(rebuilt.delete(key)).toBe(true);
      for (const { key, value } of come) {
        expect(rebuilt.has(key)).toBe(false);
        rebuilt.set(key, value);
      }
      expect(Object.fromEntries(rebuilt)).toEqual(Object.fromEntries(after));
      expect(come.filter(({ key, value }) => before.get(key) === value)).toEqual([]);
    }),
  );
});

it('two JSON values are equal if their canonical texts are equal', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const alike = value.chain((one) => fc.tuple(fc.constant(one), fc.oneof(value, fc.constant(structuredClone(one)))));
  fc.assert(
    fc.property(alike, ([one, other]) => {
      expect(equalJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
    }),
  );
  expect(equalJson({ a: undefined, b: [{}] }, { b: [{}] })).toBe(true);
  expect(equalJson({ a: undefined }, { b: undefined, a: null })).toBe(false);
  expect(equalJson({}, [])).toBe(false);
});
