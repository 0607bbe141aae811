import { refreshViewer } from '../../access/authenticate.js';
import { tokenWithRoleQuery } from '../../access/token-queries.js';
import { includes, type Role, rolesAbove, type UserViewer } from '../../access/viewer.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Error that ends an attempt if its viewer lost a permission in the meantime. The action runs again with the remaining
 * permissions.
 */
export const permissionLost = new Error('The viewer lost a right while it acted');

/**
 * Ensures that an action does not commit after its viewer lost a permission. A transaction that removes permissions
 * locks the organization or the token. Recording an event locks the organization too. After that lock, the permissions
 * are checked again, in the batch of the commit. If the action itself takes one of these locks, the viewer is read
 * again at that point, because the action may change the viewer's permissions. SQLite has one writer, so no check is
 * needed.
 * @returns the function to call after the events are recorded, with the ids of the organizations that have events
 */
export function recheckPermissions(unit: UnitOfWork): (organizationIds: string[]) => Promise<void> {
  const { tx, viewer } = unit;
  if (viewer.kind !== 'user' || !mustRecheck(unit)) return async () => {};
  let isRechecked = false;
  unit.tx = {
    ...tx,
    async lock(table, id) {
      await tx.lock(table, id);
      const isLockOfPermissions = table === 'Organization' || (table === 'AccessToken' && id === viewer.tokenId);
      if (!isLockOfPermissions || isRechecked) return;
      isRechecked = true;
      unit.viewer = await lockAndReadViewer(tx, viewer);
      requireSameRoles(unit.viewer, viewer, [...viewer.roles.keys()]);
    },
  };
  return async (organizationIds) => {
    if (isRechecked) return;
    const roles = organizationIds.filter((id) => viewer.roles.has(id));
    if (roles.length > 0) assertRolesAtCommit(tx, viewer, roles);
    else await lockAndReadViewer(tx, viewer);
  };
}

/** @throws permissionLost if a role of the viewer in one of the organizations is lower than before */
function requireSameRoles(now: UserViewer, before: UserViewer, organizationIds: string[]): void {
  for (const id of organizationIds) if (!holds(now.roles.get(id), before.roles.get(id))) throw permissionLost;
}

/** Makes the transaction fail if the token is no longer valid, or has a lower role in one of the organizations. */
function assertRolesAtCommit(tx: Transaction, { tokenId, roles }: UserViewer, organizationIds: string[]): void {
  tx.bufferLock('AccessToken', tokenId);
  const now = new Date().toISOString();
  for (const organizationId of organizationIds) {
    const role = roles.get(organizationId)!;
    const held = { tokenId, organizationId, role, higher: rolesAbove(role), now };
    tx.assertAtCommit(tokenWithRoleQuery(tx.read, held), permissionLost);
  }
}

/** Reports whether permissions are checked again at the end of an action. */
export function mustRecheck({ tx }: UnitOfWork): boolean {
  return tx.read.provider === 'postgresql';
}

/** Locks the token and reads the viewer, in one batch. The token cannot be revoked before the transaction ends. */
async function lockAndReadViewer(tx: Transaction, viewer: UserViewer): Promise<UserViewer> {
  const [, refreshedViewer] = await Promise.all([
    tx.lock('AccessToken', viewer.tokenId),
    refreshViewer(tx.read, viewer),
  ]);
  return refreshedViewer;
}

/** Reports whether a role in an organization is at least as high as the role before; undefined means not a member. */
function holds(role: Role | null | undefined, before: Role | null | undefined): boolean {
  if (before === undefined) return true;
  return role !== undefined && (before === null || includes(role, before));
}
