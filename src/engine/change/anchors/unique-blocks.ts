import { none, type Pairing, pair } from './gaps.js';

/**
 * Numbers that identify the entries of two lists, by index. Entries with the same number are equal; undefined excludes
 * an entry from pairing.
 */
export interface Signs {
  before: readonly (number | undefined)[];
  after: readonly (number | undefined)[];
}

/** Pairs entries whose sign occurs once before and once after, at any position. */
export function pairUnique({ before, after }: Signs, pairing: Pairing): void {
  const now = onlyOnes(after);
  for (const [sign, index] of onlyOnes(before)) {
    const newIndex = now.get(sign) ?? none;
    if (index === none || newIndex === none) continue;
    if (pairing.to[index] === none && pairing.from[newIndex] === none) pair(pairing, index, newIndex);
  }
}

/** Maps each sign to its index; to `none` if it occurs several times. */
function onlyOnes(signs: Signs['before']): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, sign] of signs.entries()) {
    if (sign !== undefined) found.set(sign, found.has(sign) ? none : index);
  }
  return found;
}
