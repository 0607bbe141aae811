import type { Act } from './act.js';

/** What an action has read, and the state of its transaction then. */
interface Memory {
  version: number;
  values: Map<string, Promise<unknown>>;
}

const memories = new WeakMap<Act, Memory>();

/**
 * Reads something once in an action: again only where the transaction has written, or waited for a lock, since then.
 * @param key what it is that is read, such as `Space spc_1`.
 */
export function remembered<Value>(act: Act, key: string, read: () => Promise<Value>): Promise<Value> {
  const { values } = memoryOf(act);
  const value = (values.get(key) as Promise<Value> | undefined) ?? read();
  values.set(key, value);
  return value;
}

function memoryOf(act: Act): Memory {
  const version = act.tx.version();
  const known = memories.get(act);
  if (known?.version === version) return known;
  const memory: Memory = { version, values: new Map() };
  memories.set(act, memory);
  return memory;
}
