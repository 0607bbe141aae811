import { longestCommonOrder } from '../diff/sibling-order.js';

/**
 * Pairs of blocks from two lists, before and after a change. `afterByBefore` maps an old index to the new index, and
 * `beforeByAfter` maps a new index to the old one. The value is `unpaired` if a block is not paired.
 */
export interface Pairing {
  afterByBefore: number[];
  beforeByAfter: number[];
}

/** Indexes of unpaired old blocks and of unpaired new blocks that may belong together, in order. */
export interface Gap {
  old: number[];
  now: number[];
}

/** Value instead of an index for a block that is not paired. */
export const unpaired = -1;

/** Pairs two blocks. */
export function addPair({ afterByBefore, beforeByAfter }: Pairing, old: number, now: number): void {
  afterByBefore[old] = now;
  beforeByAfter[now] = old;
}

/**
 * Yields the gaps between the current pairs. First come the gaps between neighboring pairs that kept their order. Then
 * come the gaps after and before each moved block, up to the next paired block. Later gaps do not contain the blocks
 * that the caller paired in an earlier gap.
 */
export function* gapsOf(pairing: Pairing): Generator<Gap> {
  const { afterByBefore, beforeByAfter } = pairing;
  if (!afterByBefore.includes(unpaired) || !beforeByAfter.includes(unpaired)) return;
  const paired = [...afterByBefore.keys()].filter((old) => afterByBefore[old] !== unpaired);
  const staying = longestCommonOrder(
    paired,
    beforeByAfter.filter((old) => old !== unpaired),
  );
  let start = 0;
  let newStart = 0;
  for (const old of [...paired.filter((old) => staying.has(old)), afterByBefore.length]) {
    const now = afterByBefore[old] ?? beforeByAfter.length;
    const gap = { old: unpairedBetween(afterByBefore, start, old), now: unpairedBetween(beforeByAfter, newStart, now) };
    if (gap.old.length > 0 && gap.now.length > 0) yield gap;
    [start, newStart] = [old + 1, now + 1];
  }
  for (const old of paired.filter((index) => !staying.has(index))) {
    for (const step of [1, -1] as const) {
      const now = afterByBefore[old]!;
      if (afterByBefore[old + step] !== unpaired || beforeByAfter[now + step] !== unpaired) continue;
      yield { old: unpairedNextTo(afterByBefore, old, step), now: unpairedNextTo(beforeByAfter, now, step) };
    }
  }
}

function unpairedBetween(side: readonly number[], start: number, end: number): number[] {
  const free: number[] = [];
  for (let index = start; index < end; index++) if (side[index] === unpaired) free.push(index);
  return free;
}

function unpairedNextTo(side: readonly number[], at: number, step: 1 | -1): number[] {
  const free: number[] = [];
  for (let index = at + step; side[index] === unpaired; index += step) free.push(index);
  return step === 1 ? free : free.reverse();
}
