import { LRUCache } from 'lru-cache';

/** What is kept of one kind: right for as long as its keys say all that determines it. */
export interface Kept<Value extends object> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Bytes that all that is made of immutable content holds in memory together, about. */
const maxSize = 64_000_000;

/** Of one thing; what is larger is made each time, since it would put out too much else. */
const maxEntrySize = maxSize / 16;

const memory = new LRUCache<string, object>({ maxSize, maxEntrySize });

/**
 * A kind of things that are kept within the one budget that all kinds share: what was not asked for longest goes first, of
 * whatever kind. Whoever gets a thing shares it with all others, and changes nothing in it.
 * @param kind name of the kind, unlike those of others
 * @param sizeOf bytes that one holds, about
 */
export function keep<Value extends object>(kind: string, sizeOf: (value: Value) => number): Kept<Value> {
  const keyOf = (key: string): string => `${kind} ${key}`;
  return {
    get: (key) => memory.get(keyOf(key)) as Value | undefined,
    set: (key, value) => void memory.set(keyOf(key), value, { size: Math.ceil(sizeOf(value)) + 2 * key.length + 200 }),
  };
}
