import type { UnitOfWork } from './unit-of-work.js';

/** Values that an action has read, and the version of its transaction at that time. */
interface MemoizedReads {
  version: number;
  values: Map<string, Promise<unknown>>;
}

const memoizedReads = new WeakMap<UnitOfWork, MemoizedReads>();

/**
 * Reads a value once for an action. Reads it again only after the transaction has written something or waited for a
 * lock.
 * @param key name of the value, such as `Space spc_1`
 */
export function memoizeRead<Value>(unit: UnitOfWork, key: string, read: () => Promise<Value>): Promise<Value> {
  const { values } = memoizedReadsOf(unit);
  const value = (values.get(key) as Promise<Value> | undefined) ?? read();
  values.set(key, value);
  return value;
}

function memoizedReadsOf(unit: UnitOfWork): MemoizedReads {
  const version = unit.tx.version();
  const existing = memoizedReads.get(unit);
  if (existing?.version === version) return existing;
  const reads: MemoizedReads = { version, values: new Map() };
  memoizedReads.set(unit, reads);
  return reads;
}
