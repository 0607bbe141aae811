import { LRUCache } from 'lru-cache';
import { limits, mebibyte } from '../base/limits.js';
import { createSingleFlight } from './single-flight.js';

/** Values of one kind, cached in memory. A value stays right for as long as its key names all that it depends on. */
export interface Cache<Value extends object | string | number> {
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

/** What a cache holds. */
export interface CacheOptions<Value> {
  /** Name of the cache, for its figures. */
  name: string;
  /** Bytes of memory that a value takes, about; those of its key are added. */
  weigh: (value: Value) => number;
  /** Milliseconds that a value is valid for; absent if it stays right. */
  ttl?: number;
}

/** What a cache did since the process started. */
export interface CacheFigures {
  name: string;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

/** What a cache consists of, as the budget sees it. */
interface Member {
  name: string;
  values: Pick<LRUCache<string, object | string | number>, 'size' | 'calculatedSize' | 'pop'>;
  hits: number;
  misses: number;
}

/** All caches. The references are weak, so that a cache of an application goes with the application. */
const references = new Set<WeakRef<Member>>();
let budget = limits.caches.value * mebibyte;

/** Sets the bytes that all caches of this process hold together. */
export function setCacheBudget(bytes: number): void {
  budget = bytes;
  keepBudget();
}

/** Figures of all caches that are in use, in the order in which they were created. */
export function cacheFigures(): CacheFigures[] {
  return [...members()].map(({ name, values, hits, misses }) => {
    return { name, entries: values.size, bytes: values.calculatedSize, hits, misses };
  });
}

/**
 * Creates a cache. All caches share one budget, in fair shares: if it is exceeded, the cache with the most bytes loses its least
 * recently used value, so a cache below its equal share loses nothing. A value above a quarter of the budget is not cached.
 * Callers share the values and must not change them.
 */
export function createCache<Value extends object | string | number>(options: CacheOptions<Value>): Cache<Value> {
  const { name, weigh, ttl } = options;
  const values = new LRUCache<string, Value>({ maxSize: Number.MAX_SAFE_INTEGER, ...(ttl && { ttl }) });
  const member = { name, values, hits: 0, misses: 0 };
  references.add(new WeakRef<Member>(member));
  function get(key: string): Value | undefined {
    const value = member.values.get(key);
    member[value === undefined ? 'misses' : 'hits'] += 1;
    return value;
  }
  function set(key: string, value: Value): void {
    const size = Math.ceil(weigh(value)) + 2 * key.length + 200;
    if (size > budget / 4) return;
    member.values.set(key, value, { size });
    keepBudget();
  }
  return { get, set, ...computing({ get, set }) };
}

/** What a cache computes if it does not have it. */
function computing<Value extends object | string | number>({ get, set }: Pick<Cache<Value>, 'get' | 'set'>) {
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

/** The caches that are still in use. */
function* members(): Generator<Member> {
  for (const reference of references) {
    const member = reference.deref();
    if (member) yield member;
    else references.delete(reference);
  }
}

function keepBudget(): void {
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
