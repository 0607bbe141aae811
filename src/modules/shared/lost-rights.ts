import { refreshViewer, stillHolds } from '../../access/authenticate.js';
import { includes, type Role, rolesAbove, type UserViewer } from '../../access/viewer.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { Act } from './act.js';

/** What ends an attempt whose viewer has lost a right meanwhile: the next one decides by what is left. */
export const rightsLost = new Error('The viewer lost a right while it acted');

/**
 * Sees to it that nothing is written by a right that is gone. Whoever takes rights away locks the organization, or the
 * token, and so do events: behind that lock its rights are asked for once more, in the trip of the commit. An action that has one of these locks of its
 * own is read again there instead, for it may well change the rights of its own viewer. On SQLite there is one writer,
 * and nothing happens meanwhile.
 * @returns what to call behind the events, with the organizations that have some
 */
export function watchRights(under: Act): (organizationIds: string[]) => Promise<void> {
  const { tx, viewer } = under;
  if (viewer.kind !== 'user' || !asksAgain(under)) return async () => {};
  let settled = false;
  under.tx = {
    ...tx,
    async lock(table, id) {
      await tx.lock(table, id);
      const settles = table === 'Organization' || (table === 'AccessToken' && id === viewer.tokenId);
      if (!settles || settled) return;
      settled = true;
      under.viewer = await readAgain(tx, viewer);
      requireSame(under.viewer, viewer, [...viewer.roles.keys()]);
    },
  };
  return async (organizationIds) => {
    if (settled) return;
    const held = organizationIds.filter((id) => viewer.roles.has(id));
    if (held.length > 0) requireLater(tx, viewer, held);
    else await readAgain(tx, viewer);
  };
}

/** @throws rightsLost where the roles of a viewer in some organizations are not what they were, or more */
function requireSame(now: UserViewer, before: UserViewer, organizationIds: string[]): void {
  for (const id of organizationIds) if (!holds(now.roles.get(id), before.roles.get(id))) throw rightsLost;
}

/** Has the transaction fail where the token is good no more, or works with a lower role in one of some organizations. */
function requireLater(tx: Transaction, { tokenId, roles }: UserViewer, organizationIds: string[]): void {
  tx.lockLater('AccessToken', tokenId);
  const now = new Date().toISOString();
  for (const organizationId of organizationIds) {
    const role = roles.get(organizationId)!;
    const held = { tokenId, organizationId, role, higher: rolesAbove(role), now };
    tx.requireLater(stillHolds(tx.read, held), rightsLost);
  }
}

/** Whether rights are asked for once more at the end of an action. */
export function asksAgain({ tx }: Act): boolean {
  return tx.read.provider === 'postgresql';
}

/** Reads the viewer behind a lock on its token, which nobody revokes before the transaction ends: one trip for both. */
async function readAgain(tx: Transaction, viewer: UserViewer): Promise<UserViewer> {
  const [, again] = await Promise.all([tx.lock('AccessToken', viewer.tokenId), refreshViewer(tx.read, viewer)]);
  return again;
}

/** Whether a role in an organization is still what it was, or more; undefined is no member. */
function holds(role: Role | null | undefined, before: Role | null | undefined): boolean {
  if (before === undefined) return true;
  return role !== undefined && (before === null || includes(role, before));
}
