import { addPair, type Pairing, unpaired } from './gaps.js';

/**
 * Numbers that identify the entries of two lists, by index. Entries with the same number are equal. An entry whose
 * number is undefined is never paired.
 */
export interface EntryNumbers {
  before: readonly (number | undefined)[];
  after: readonly (number | undefined)[];
}

/** Pairs entries whose number occurs once before and once after, at any position. */
export function pairUnique({ before, after }: EntryNumbers, pairing: Pairing): void {
  const now = uniqueNumbers(after);
  for (const [number, index] of uniqueNumbers(before)) {
    const newIndex = now.get(number) ?? unpaired;
    if (index === unpaired || newIndex === unpaired) continue;
    if (pairing.afterByBefore[index] === unpaired && pairing.beforeByAfter[newIndex] === unpaired)
      addPair(pairing, index, newIndex);
  }
}

/** Maps each number to its index in the list, or to `unpaired` if the number occurs several times. */
function uniqueNumbers(signs: EntryNumbers['before']): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, number] of signs.entries()) {
    if (number !== undefined) found.set(number, found.has(number) ? unpaired : index);
  }
  return found;
}
