import type { Transaction } from '../../store/transaction.js';
import type { HeadMove } from './move-head.js';

/** Brings something along with a head that moves, by what changed. */
export type Follow = (move: HeadMove) => Promise<void>;

/**
 * What follows the heads of spaces: it is brought along in the transaction that moves a head. How far it has come with a space it
 * reads before anything is written, when such a read waits for no other. None of them sees what another one writes.
 */
export type HeadFollower = (tx: Transaction, spaceId: string) => Promise<Follow>;

let followers: readonly HeadFollower[] | undefined;

/** Says what follows the heads of spaces. `api/head-followers.ts` does, for everything that may move one. */
export function followHeads(all: readonly HeadFollower[]): void {
  followers = all;
}

/** What brings everything along that follows the head of a space. @throws Error where nothing was said to: the indexes would fall behind. */
export async function followersOf(tx: Transaction, spaceId: string): Promise<Follow> {
  if (!followers) throw new Error('Nothing follows the heads of spaces: import api/head-followers.js before one moves');
  const all = await Promise.all(followers.map((follower) => follower(tx, spaceId)));
  return async (move) => void (await Promise.all(all.map((follow) => follow(move))));
}
