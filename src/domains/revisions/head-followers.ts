import type { Transaction } from '../../store/transaction.js';
import type { HeadMove } from './move-head.js';

/**
 * What follows the heads of spaces: it is brought along in the transaction that moves a head, by what changed. None of them sees
 * what another one writes.
 */
export type HeadFollower = (tx: Transaction, move: HeadMove) => Promise<void>;

let followers: readonly HeadFollower[] | undefined;

/** Says what follows the heads of spaces. `api/head-followers.ts` does, for everything that may move one. */
export function followHeads(all: readonly HeadFollower[]): void {
  followers = all;
}

/** Brings everything along that follows a head. @throws Error where nothing was said to: the indexes would fall behind. */
export async function bringAlong(tx: Transaction, move: HeadMove): Promise<void> {
  if (!followers) throw new Error('Nothing follows the heads of spaces: import api/head-followers.js before one moves');
  await Promise.all(followers.map((follow) => follow(tx, move)));
}
