/** Source of choices that depend only on a seed. */
export interface Random {
  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number;
  /** Returns an item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Returns a source of choices for a seed, by the generator mulberry32. Equal seeds give equal choices. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  };
  return { below, pick: (items) => items[below(items.length)]! };
}
