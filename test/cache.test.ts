import { expect, it } from 'vitest';
import { createCache } from '../src/platform/cache/cache.js';
import { signal } from './support/signal.js';

it('kinds are apart, under the same key too', () => {
  const [one, other] = [
    createCache<{ of: string }>('test one', () => 1),
    createCache<{ of: string }>('test other', () => 1),
  ];
  one.set('key', { of: 'one' });
  expect([one.get('key'), other.get('key')]).toEqual([{ of: 'one' }, undefined]);
});

it('all kinds share one budget: the values used last stay, of whatever kind', () => {
  const megabytes = createCache<{ size: number }>('test megabytes', ({ size }) => size * 1_000_000);
  const others = createCache<{ size: number }>('test others', ({ size }) => size * 1_000_000);
  megabytes.set('old', { size: 3 });
  megabytes.set('asked for', { size: 3 });
  for (let index = 0; index < 22; index++) {
    megabytes.get('asked for');
    others.set(String(index), { size: 3 });
  }
  expect([megabytes.get('old'), megabytes.get('asked for')]).toEqual([undefined, { size: 3 }]);
});

it('a value that would push out too many others is not cached', () => {
  const large = createCache<object>('test large', () => 9_000_000);
  large.set('key', {});
  expect(large.get('key')).toBeUndefined();
});

it('callers of one tenant that ask for the same value share its computation, and its error', async () => {
  const cache = createCache<{ number: number }>('test shared', () => 1);
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

it('tenants do not wait for the computations of each other', async () => {
  const cache = createCache<{ by: string }>('test tenants', () => 1);
  const released = signal();
  const slow = cache.getOrCompute('key', 'a', async () => {
    await released.given;
    return { by: 'a' };
  });
  expect(await cache.getOrCompute('key', 'b', async () => ({ by: 'b' }))).toEqual({ by: 'b' });
  released.give();
  await slow;
});
