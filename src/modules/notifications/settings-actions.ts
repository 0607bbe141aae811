import { authorize } from '../../access/policy.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { type Actor, runAction } from '../shared/unit-of-work.js';
import { kindsAmong } from './kinds.js';
import { mutedKinds } from './recipient.js';

/**
 * Sets the kinds of notifications that the caller does not want. The event log has no entry for this, because the
 * settings belong to no organization.
 *
 * The settings apply in all organizations of the person. A session or token that is bound to one organization cannot
 * change them. The identity provider of that organization could otherwise change them for any user, by signing in as
 * that user.
 * @throws FORBIDDEN for a bound session or token (TOKEN_BOUND), and for a token without the scope
 * `viewer:updateSettings`
 */
export function updateNotificationSettings(actor: Actor, muted: readonly string[]): Promise<string> {
  return runAction(actor, async ({ tx, viewer, actorId }) => {
    if (viewer.kind === 'user') authorize(viewer, 'viewer.updateSettings', { organizationId: null });
    setMuted(tx, actorId, muted);
    return actorId;
  });
}

/** A person, and the kinds of notifications to turn off. */
export interface Unsubscription {
  userId: string;
  kinds: readonly string[];
}

/**
 * Turns off kinds of notifications, in addition to those that are already off. The caller must have checked the signed
 * link.
 * @returns false if the user does not exist
 */
export function unsubscribe(store: Store, { userId, kinds }: Unsubscription): Promise<boolean> {
  return store.transaction(async (tx) => {
    await tx.lock('User', userId);
    const query = tx.read.sql.selectFrom('User').select('mutedMails').where('id', '=', userId);
    const user = await tx.read.first(query);
    if (user) setMuted(tx, userId, [...mutedKinds(user), ...kinds]);
    return user !== undefined;
  });
}

function setMuted(tx: Transaction, id: string, kinds: readonly string[]): void {
  const muted = kindsAmong(kinds);
  const mutedMails = muted.length === 0 ? null : JSON.stringify(muted);
  bufferUpdate(tx, { table: 'User', where: { id }, set: { mutedMails } });
}
