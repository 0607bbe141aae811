import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { limits, mebibyte } from '../../../src/platform/base/limits.js';
import { cacheFigures, createCache, setCacheBudget } from '../../../src/platform/cache/cache.js';
import { written } from '../../support/imports.js';
import { signal } from '../../support/signal.js';

afterEach(() => setCacheBudget(limits.caches.value * mebibyte));

const figuresOf = (name: string) => cacheFigures().find((figures) => figures.name === name)!;

it('caches are independent, also for the same key', () => {
  const [one, other] = ['test one', 'test other'].map((name) => createCache<{ of: string }>({ name, weigh: () => 1 }));
  one!.set('key', { of: 'one' });
  expect([one!.get('key'), other!.get('key')]).toEqual([{ of: 'one' }, undefined]);
});

it('all caches share one budget, and a cache below its fair share loses nothing to another', () => {
  setCacheBudget(40_000_000);
  const weigh = ({ size }: { size: number }) => size * 1_000_000;
  const small = createCache({ name: 'test small', weigh });
  const large = createCache({ name: 'test large', weigh });
  small.set('old', { size: 3 });
  large.set('read', { size: 3 });
  for (let index = 0; index < 50; index++) {
    large.get('read');
    large.set(String(index), { size: 3 });
  }
  expect([small.get('old'), large.get('read'), large.get('0')]).toEqual([{ size: 3 }, { size: 3 }, undefined]);
  expect(cacheFigures().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(40_000_000);
});

it('a smaller budget takes effect immediately', () => {
  const cache = createCache({ name: 'test budget', weigh: () => 5_000_000 });
  for (let index = 0; index < 10; index++) cache.set(String(index), {});
  setCacheBudget(20_000_000);
  expect(figuresOf('test budget').entries).toBeLessThan(4);
});

it('a value above a quarter of the budget is not cached', () => {
  const cache = createCache<object>({ name: 'test quarter', weigh: () => 34_000_000 });
  cache.set('key', {});
  expect(cache.get('key')).toBeUndefined();
});

it('a cache counts its entries, bytes, hits and misses', () => {
  const cache = createCache<object>({ name: 'test figures', weigh: () => 100 });
  cache.set('key', {});
  for (const key of ['key', 'key', 'other']) cache.get(key);
  expect(figuresOf('test figures')).toEqual({ name: 'test figures', entries: 1, bytes: 306, hits: 2, misses: 1 });
});

it('a cache with a TTL drops a value after it', async () => {
  const cache = createCache<object>({ name: 'test time', weigh: () => 1, ttl: 1 });
  cache.set('key', {});
  await expect.poll(() => cache.get('key')).toBeUndefined();
});

it('callers of one tenant that request the same value share its computation and its error', async () => {
  const cache = createCache<{ number: number }>({ name: 'test shared', weigh: () => 1 });
  let computed = 0;
  const released = signal();
  const compute = async () => {
    computed++;
    await released.given;
    if (computed === 1) throw new Error('it fails');
    return { number: computed };
  };
  const failing = Promise.allSettled([1, 2].map(() => cache.getOrCompute('key', 'a', compute)));
  released.give();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(computed).toBe(1);
  const values = await Promise.all([1, 2].map(() => cache.getOrCompute('key', 'a', compute)));
  expect(values).toEqual([{ number: 2 }, { number: 2 }]);
  expect(cache.get('key')).toBe(values[0]);
});

it("tenants do not wait for each other's computations", async () => {
  const cache = createCache<{ by: string }>({ name: 'test tenants', weigh: () => 1 });
  const released = signal();
  const slow = cache.getOrCompute('key', 'a', async () => {
    await released.given;
    return { by: 'a' };
  });
  expect(await cache.getOrCompute('key', 'b', async () => ({ by: 'b' }))).toEqual({ by: 'b' });
  released.give();
  await slow;
});

/** For each source file with an LRU whose size does not depend on the stored data: the contents of the LRU. */
const others: Record<string, string> = {
  'api/graphql/execution/preparation.ts': 'operations, ready to run',
  'api/http/limits/load-shedding.ts': 'callers by the hash of their credentials',
  'engine/claims/condition.ts': 'expressions, parsed',
  'modules/identity/tokens/last-use.ts': 'tokens whose use was noted in the last minute',
  'platform/db/sqlite/sqlite-statements.ts': 'statements, prepared',
  'platform/db/write/writing.ts': 'statements, compiled',
  'platform/object-storage/blob-storage.ts': 'places of blobs that were written within the last hour',
};

it('every LRU cache that `createCache` does not create is in the list of this test', () => {
  const found = written.filter(({ text }) => /\bnew LRUCache\b/.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual([...Object.keys(others), 'platform/cache/cache.ts'].sort());
});

it('a cache is removed from the list once it is unreachable, so a closed application leaves no caches', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  (() => createCache<object>({ name: 'test unused', weigh: () => 1 }).set('key', {}))();
  expect(figuresOf('test unused').entries).toBe(1);
  await new Promise(setImmediate);
  collectGarbage();
  expect(figuresOf('test unused')).toBeUndefined();
});
