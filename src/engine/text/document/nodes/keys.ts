import { hash } from 'node:crypto';

/** Returns the key of a block from its type and source. Each repetition of the same source gets a different key. */
export type KeyMaker = (type: string, source: string) => string;

/**
 * Creates keys for the blocks of one page: 12 hexadecimal digits of SHA-256. Equal blocks get `-2`, `-3` and so on in
 * reading order. An edit of another block does not change a key, unless it adds or removes an equal block before it.
 */
export function createKeyMaker(): KeyMaker {
  const entriesByIdentity = new Map<string, { digest: string; count: number }>();
  return (type, source) => {
    const identity = `${type}\n${source}`;
    const known = entriesByIdentity.get(identity);
    if (known) return `${known.digest}-${++known.count}`;
    const digest = hash('sha256', identity, 'hex').slice(0, 12);
    entriesByIdentity.set(identity, { digest, count: 1 });
    return digest;
  };
}
