import { refreshViewer } from '../../access/authenticate.js';
import { tokenWithRoleQuery } from '../../access/token-queries.js';
import { includes, type Role, rolesAbove, type UserViewer } from '../../access/viewer.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Error that ends an attempt if the viewer has lost a permission since it was read. The action then runs again with the
 * remaining permissions.
 */
export const permissionLost = new Error('The viewer lost a right while it acted');

/**
 * Ensures that an action does not commit after its viewer has lost a permission. A transaction that removes permissions
 * locks the organization or the token. An action locks its organization when it records an event, otherwise the token.
 * After that lock, the permissions are checked again, in the batch of the commit. If the work of an action takes such a
 * lock, the viewer is read again at that time instead. The work may itself change the viewer's permissions. SQLite has
 * a single writer, so it needs no check.
 * @returns a function to call after the events are recorded, with the ids of the organizations that have events
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
      requireRetainedRoles(unit.viewer, viewer, [...viewer.roles.keys()]);
    },
  };
  return async (organizationIds) => {
    if (isRechecked) return;
    const roles = organizationIds.filter((id) => viewer.roles.has(id));
    if (roles.length > 0) assertRolesAtCommit(tx, viewer, roles);
    else await lockAndReadViewer(tx, viewer);
  };
}

/** Throws `permissionLost` if a role of the viewer in one of the organizations is lower than before. */
function requireRetainedRoles(now: UserViewer, before: UserViewer, organizationIds: string[]): void {
  for (const id of organizationIds) if (!isAtLeast(now.roles.get(id), before.roles.get(id))) throw permissionLost;
}

/**
 * Makes the commit fail if the token is no longer valid, or if the viewer has a lower role in one of the organizations.
 */
function assertRolesAtCommit(tx: Transaction, { tokenId, roles }: UserViewer, organizationIds: string[]): void {
  tx.bufferLock('AccessToken', tokenId);
  const now = new Date().toISOString();
  for (const organizationId of organizationIds) {
    const role = roles.get(organizationId)!;
    const previousRole = { tokenId, organizationId, role, higher: rolesAbove(role), now };
    tx.assertAtCommit(tokenWithRoleQuery(tx.read, previousRole), permissionLost);
  }
}

/** Reports whether the permissions of an action are checked again before it commits. */
export function mustRecheck({ tx }: UnitOfWork): boolean {
  return tx.read.provider === 'postgresql';
}

/**
 * Locks the token and reads the viewer, in one batch. After that, the token cannot be revoked before the transaction
 * ends.
 */
async function lockAndReadViewer(tx: Transaction, viewer: UserViewer): Promise<UserViewer> {
  const [, refreshedViewer] = await Promise.all([
    tx.lock('AccessToken', viewer.tokenId),
    refreshViewer(tx.read, viewer),
  ]);
  return refreshedViewer;
}

/**
 * Reports whether a role in an organization is at least as high as the role before. Null is a guest, and undefined is a
 * user who is not a member.
 */
function isAtLeast(role: Role | null | undefined, before: Role | null | undefined): boolean {
  if (before === undefined) return true;
  return role !== undefined && (before === null || includes(role, before));
}
