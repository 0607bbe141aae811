import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { ContentWork } from '../../shared/computing.js';
import type { HeadMove, IndexedMove } from './move-head.js';

/** Brings something along with a head that moves, by what changed. */
export type Follow = (move: HeadMove) => Promise<void>;

/** An index, or anything else, that follows the heads of spaces in the transaction that moves a head. */
export interface HeadFollower {
  /**
   * Reads how far it has come with a space before anything is written, when such a read waits for no other. No follower sees what
   * another one writes.
   */
  begin(tx: Transaction, spaceId: string): Promise<Follow>;
  /** Reads the texts that it has to analyse for a move. The work puts the results into the cache, where `Follow` finds them. */
  load?(read: Queries, move: MovedTexts): Promise<ContentWork<void>>;
}

/** A move of a head with the texts that are new with it, which the database may not have yet. */
export interface MovedTexts extends IndexedMove {
  blobs: ReadonlyMap<Hash, Uint8Array>;
}

let followers: readonly HeadFollower[] | undefined;

/** Says what follows the heads of spaces. `app/head-followers.ts` does, for everything that may move one. */
export function followHeads(all: readonly HeadFollower[]): void {
  followers = all;
}

/** What brings everything along that follows the head of a space. @throws Error where nothing was said to: the indexes would fall behind. */
export async function followersOf(tx: Transaction, spaceId: string): Promise<Follow> {
  const all = await Promise.all(known().map((follower) => follower.begin(tx, spaceId)));
  return async (move) => void (await Promise.all(all.map((follow) => follow(move))));
}

/** Reads the texts that the followers have to analyse for a move. */
export async function loadForFollowers(read: Queries, move: MovedTexts): Promise<ContentWork<void>> {
  const works = await Promise.all(known().map((follower) => follower.load?.(read, move)));
  return {
    weight: works.reduce((sum, work) => sum + (work?.weight ?? 0), 0),
    run: async (reads) => void (await Promise.all(works.map((work) => work?.run(reads)))),
  };
}

function known(): readonly HeadFollower[] {
  if (followers) return followers;
  throw new Error('Nothing follows the heads of spaces: import app/head-followers.js before one moves');
}
