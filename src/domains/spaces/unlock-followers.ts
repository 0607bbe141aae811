import type { Act } from '../shared/act.js';

/** What follows when a space takes edits again, in the transaction that unlocks it. */
export type UnlockFollower = (under: Act, spaceId: string) => Promise<void>;

const followers: UnlockFollower[] = [];

/** Says what follows when a space takes edits again: the domain that waits for it says so once, when it is loaded. */
export function followUnlocks(follow: UnlockFollower): void {
  followers.push(follow);
}

/** Lets all follow that wait for a space, which is locked for this transaction. */
export async function bringUnlocked(under: Act, spaceId: string): Promise<void> {
  for (const follow of followers) await follow(under, spaceId);
}
