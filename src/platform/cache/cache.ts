import { LRUCache } from 'lru-cache';
import { limits } from '../base/limits.js';
import { createSingleFlight } from './single-flight.js';

/** Values of one kind, cached in memory. A value stays right for as long as its key names all that it depends on. */
export interface Cache<Value extends object> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /**
   * The cached value; otherwise computes and caches it. Callers of one tenant that ask for the same value meanwhile share the
   * computation, and its error. Tenants do not share one: it takes the turn of the tenant that began it.
   */
  getOrCompute(key: string, tenant: string, compute: () => Promise<Value>): Promise<Value>;
  /**
   * The same for callers who may be refused what others get, such as by their budgets: a caller who shares a computation that
   * fails computes by itself. `isOwn` says whether the caller's function ran.
   */
  getOrShare(key: string, tenant: string, compute: () => Promise<Value>): Promise<{ value: Value; isOwn: boolean }>;
}

/** Bytes that all cached values hold together, about. */
const maxSize = limits.cachedContent.value;

/** Bytes of one value. A larger one is computed each time, because it would push out too many others. */
const maxEntrySize = maxSize / 16;

const memory = new LRUCache<string, object>({ maxSize, maxEntrySize });

/**
 * Makes a cache for one kind of values. All kinds share one budget: the least recently used values go first, of whatever kind.
 * Callers share the values and must not change them.
 * @param kind name of the kind, unlike all others
 * @param sizeOf bytes that a value holds, about
 */
export function createCache<Value extends object>(kind: string, sizeOf: (value: Value) => number): Cache<Value> {
  const flight = createSingleFlight<Value>();
  const nameOf = (key: string): string => `${kind} ${key}`;
  const get = (key: string): Value | undefined => memory.get(nameOf(key)) as Value | undefined;
  const set = (key: string, value: Value): void =>
    void memory.set(nameOf(key), value, { size: Math.ceil(sizeOf(value)) + 2 * key.length + 200 });
  async function computeAndSet(key: string, compute: () => Promise<Value>): Promise<Value> {
    const value = await compute();
    set(key, value);
    return value;
  }
  return {
    get,
    set,
    async getOrCompute(key, tenant, compute) {
      return get(key) ?? flight.run(`${tenant} ${key}`, () => computeAndSet(key, compute));
    },
    async getOrShare(key, tenant, compute) {
      const known = get(key);
      if (known) return { value: known, isOwn: false };
      const own = () => computeAndSet(key, compute);
      return (await flight.runOwnOrShare(`${tenant} ${key}`, own)) ?? { value: await own(), isOwn: true };
    },
  };
}
