import { none, type Pairing, pair } from './gaps.js';

/**
 * Numbers that identify the entries of two lists, by index. Entries with the same number are equal. An entry with
 * undefined is never paired.
 */
export interface EntryNumbers {
  before: readonly (number | undefined)[];
  after: readonly (number | undefined)[];
}

/** Pairs entries whose number occurs once before and once after, at any position. */
export function pairUnique({ before, after }: EntryNumbers, pairing: Pairing): void {
  const now = onlyOnes(after);
  for (const [number, index] of onlyOnes(before)) {
    const newIndex = now.get(number) ?? none;
    if (index === none || newIndex === none) continue;
    if (pairing.to[index] === none && pairing.from[newIndex] === none) pair(pairing, index, newIndex);
  }
}

/** Maps each number to its index in the list, or to `none` if the number occurs several times. */
function onlyOnes(signs: EntryNumbers['before']): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, number] of signs.entries()) {
    if (number !== undefined) found.set(number, found.has(number) ? none : index);
  }
  return found;
}
