import { LRUCache } from 'lru-cache';
import { limits, mebibyte } from '../base/limits.js';
import { createSingleFlight } from './single-flight.js';

/**
 * Values of one kind, cached in memory. The key must contain all inputs of its value, so that the value stays valid.
 */
export interface Cache<Value extends object | string | number> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /**
   * Returns the cached value; otherwise computes and caches it. Concurrent calls of one tenant for the same key share
   * the computation and its error. Different tenants do not share a computation, because it waits in the queue of the
   * tenant that started it.
   */
  getOrCompute(key: string, tenant: string, compute: () => Promise<Value>): Promise<Value>;
  /**
   * Same as `getOrCompute`, for callers with limits of their own, such as budgets. If a shared computation fails, the
   * caller computes the value itself. `isOwn` reports whether the caller's function ran.
   */
  getOrShare(key: string, tenant: string, compute: () => Promise<Value>): Promise<{ value: Value; isOwn: boolean }>;
}

/** Options of a cache. */
export interface CacheOptions<Value> {
  /** Name of the cache in statistics. */
  name: string;
  /** Returns the approximate size of a value in memory, in bytes. The cache adds the bytes of the key. */
  weigh: (value: Value) => number;
  /** How long a value is valid, in milliseconds; absent if values never expire. */
  ttl?: number;
}

/** Statistics of a cache since the process started. */
export interface CacheFigures {
  name: string;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

/** The methods of a cache that enforce the shared memory budget. */
interface Member {
  name: string;
  values: Pick<LRUCache<string, object | string | number>, 'size' | 'calculatedSize' | 'pop'>;
  hits: number;
  misses: number;
}

/** All caches. The references are weak, so that a cache can be garbage-collected together with its application. */
const memberReferences = new Set<WeakRef<Member>>();
let budget = limits.caches.value * mebibyte;

/** Sets the maximum total size of all caches in this process, in bytes. */
export function setCacheBudget(bytes: number): void {
  budget = bytes;
  evictToBudget();
}

/** Returns statistics of all caches that are in use, in order of creation. */
export function cacheFigures(): CacheFigures[] {
  return [...members()].map(({ name, values, hits, misses }) => {
    return { name, entries: values.size, bytes: values.calculatedSize, hits, misses };
  });
}

/**
 * Creates a cache. All caches share one budget. If it is exceeded, the cache with the most bytes removes its least
 * recently used value, so a cache below its equal share loses nothing. A value above a quarter of the budget is not
 * cached. Callers share the values and must not change them.
 */
export function createCache<Value extends object | string | number>(options: CacheOptions<Value>): Cache<Value> {
  const { name, weigh, ttl } = options;
  const values = new LRUCache<string, Value>({ maxSize: Number.MAX_SAFE_INTEGER, ...(ttl && { ttl }) });
  const member = { name, values, hits: 0, misses: 0 };
  memberReferences.add(new WeakRef<Member>(member));
  function get(key: string): Value | undefined {
    const value = member.values.get(key);
    member[value === undefined ? 'misses' : 'hits'] += 1;
    return value;
  }
  function set(key: string, value: Value): void {
    const size = Math.ceil(weigh(value)) + 2 * key.length + 200;
    if (size > budget / 4) return;
    member.values.set(key, value, { size });
    evictToBudget();
  }
  return { get, set, ...withComputing({ get, set }) };
}

/** Creates the methods that compute missing values. */
function withComputing<Value extends object | string | number>({ get, set }: Pick<Cache<Value>, 'get' | 'set'>) {
  const flight = createSingleFlight<Value>();
  async function computeAndSet(key: string, compute: () => Promise<Value>): Promise<Value> {
    const value = await compute();
    set(key, value);
    return value;
  }
  return {
    getOrCompute: async (key: string, tenant: string, compute: () => Promise<Value>): Promise<Value> =>
      get(key) ?? flight.run(`${tenant} ${key}`, () => computeAndSet(key, compute)),
    async getOrShare(key: string, tenant: string, compute: () => Promise<Value>) {
      const known = get(key);
      if (known !== undefined) return { value: known, isOwn: false };
      const own = () => computeAndSet(key, compute);
      return (await flight.runOwnOrShare(`${tenant} ${key}`, own)) ?? { value: await own(), isOwn: true };
    },
  };
}

/** Yields the caches that are still in use. */
function* members(): Generator<Member> {
  for (const reference of memberReferences) {
    const member = reference.deref();
    if (member) yield member;
    else memberReferences.delete(reference);
  }
}

function evictToBudget(): void {
  for (;;) {
    let total = 0;
    let largest: Member['values'] | undefined;
    for (const { values } of members()) {
      total += values.calculatedSize;
      if (values.calculatedSize > (largest?.calculatedSize ?? 0)) largest = values;
    }
    if (total <= budget) return;
    largest?.pop();
  }
}
