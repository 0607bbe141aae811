import type { Row } from '../../../platform/db/query/rows.js';
import type { Act } from '../../shared/act.js';
import { renewLater } from '../computed/renew-actions.js';

/** What follows when a space takes edits again, in the transaction that unlocks it. */
export type UnlockFollower = (under: Act, spaceId: string) => Promise<void>;

const followers: UnlockFollower[] = [];

/** Says what follows when a space takes edits again: the domain that waits for it says so once, when it is loaded. */
export function followUnlocks(follow: UnlockFollower): void {
  followers.push(follow);
}

/** Brings what is computed in a space up to date, which is locked for this transaction, and lets all follow that wait for it. */
export async function bringUnlocked(under: Act, { organizationId, id }: Row<'Space'>): Promise<void> {
  await renewLater(under.tx, { organizationId, spaceId: id });
  for (const follow of followers) await follow(under, id);
}
