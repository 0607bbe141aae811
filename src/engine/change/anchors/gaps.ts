import { longestCommonOrder } from '../diff/sibling-order.js';

/**
 * Pairs of blocks from two lists, before and after a change. `to` maps an old index to the new index, and `from` maps a
 * new index to the old one. The value is `none` if a block is not paired.
 */
export interface Pairing {
  to: number[];
  from: number[];
}

/** Indexes of unpaired old blocks and of unpaired new blocks that may belong together, in order. */
export interface Gap {
  old: number[];
  now: number[];
}

/** Value instead of an index for a block that is not paired. */
export const none = -1;

/** Pairs two blocks. */
export function pair({ to, from }: Pairing, old: number, now: number): void {
  to[old] = now;
  from[now] = old;
}

/**
 * Yields the gaps between the current pairs. First come the gaps between neighboring pairs that kept their order. Then
 * come the gaps after and before each moved block, up to the next paired block. Blocks that the caller pairs in one gap
 * are in no later gap.
 */
export function* gapsOf(pairing: Pairing): Generator<Gap> {
  const { to, from } = pairing;
  if (!to.includes(none) || !from.includes(none)) return;
  const paired = [...to.keys()].filter((old) => to[old] !== none);
  const staying = longestCommonOrder(
    paired,
    from.filter((old) => old !== none),
  );
  let start = 0;
  let newStart = 0;
  for (const old of [...paired.filter((old) => staying.has(old)), to.length]) {
    const now = to[old] ?? from.length;
    const gap = { old: freeBetween(to, start, old), now: freeBetween(from, newStart, now) };
    if (gap.old.length > 0 && gap.now.length > 0) yield gap;
    [start, newStart] = [old + 1, now + 1];
  }
  for (const old of paired.filter((index) => !staying.has(index))) {
    for (const step of [1, -1] as const) {
      const now = to[old]!;
      if (to[old + step] !== none || from[now + step] !== none) continue;
      yield { old: freeNextTo(to, old, step), now: freeNextTo(from, now, step) };
    }
  }
}

function freeBetween(side: readonly number[], start: number, end: number): number[] {
  const free: number[] = [];
  for (let index = start; index < end; index++) if (side[index] === none) free.push(index);
  return free;
}

function freeNextTo(side: readonly number[], at: number, step: 1 | -1): number[] {
  const free: number[] = [];
  for (let index = at + step; side[index] === none; index += step) free.push(index);
  return step === 1 ? free : free.reverse();
}
