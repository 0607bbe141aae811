import { none, type Pairing, pair } from './gaps.js';

/** What the entries of two lists are known by, by index: equal where it is the same; undefined where one is not to be found by it. */
export interface Signs {
  before: readonly (number | undefined)[];
  after: readonly (number | undefined)[];
}

/** Pairs what is known by a sign that occurs once before and once after, wherever it stands. */
export function pairUnique({ before, after }: Signs, pairing: Pairing): void {
  const now = onlyOnes(after);
  for (const [sign, index] of onlyOnes(before)) {
    const newIndex = now.get(sign) ?? none;
    if (index === none || newIndex === none) continue;
    if (pairing.to[index] === none && pairing.from[newIndex] === none) pair(pairing, index, newIndex);
  }
}

/** Indices by sign; `none` for one that occurs several times. */
function onlyOnes(signs: Signs['before']): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, sign] of signs.entries()) {
    if (sign !== undefined) found.set(sign, found.has(sign) ? none : index);
  }
  return found;
}
