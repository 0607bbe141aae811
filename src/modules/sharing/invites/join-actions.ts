import { refreshViewer } from '../../../access/authenticate.js';
import { authorize, can } from '../../../access/policy.js';
import { higher, type Role, viewerWithoutToken } from '../../../access/viewer.js';
import { lockedOut, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { findMember } from '../../identity/members/find-member.js';
import { insertMembers } from '../../identity/members/insert-members.js';
import type { JoinResult } from '../../identity/members/join-payload.js';
import { findRow, getRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { grantsOfHolders, setGrants } from '../grants/grant-rows.js';
import { type PlaceRef, placeKinds, placeRef } from '../grants/places.js';
import { findLink, type LinkRef } from './invite-link-actions.js';
import { linkPolicy, linkTargetWithRole } from './link-target.js';

type InviteLink = Row<'InviteLink'>;

/**
 * Joins with an invite link, whose id is the credential; the caller need not be a member. A link to the organization
 * gives its role to a user with a lower role or none. A link to a space or collection makes a user who is not a member
 * a guest. It then gives its role on the space or collection to a user with a lower grant or none. Joining again
 * changes nothing. The message of NOT_FOUND is always the same.
 * @returns the ids of the organization and of the user, and whether anything changed
 * @throws NOT_FOUND if the link is unknown, deleted, of another organization or opens a deleted space
 * @throws NOT_FOUND if its creator may no longer create it, or the organization does not allow invite links
 * @throws CONFLICT with the reason MEMBER_LIMIT
 * @throws FORBIDDEN for a token of another organization or without the scope `viewer:join`, and for a user who is
 * locked out
 */
export function joinWithInvite(actor: Actor, linkRef: LinkRef): Promise<JoinResult> {
  return runAction(actor, async (unit) => {
    authorize(unit.viewer, 'viewer.join', { organizationId: linkRef.organization });
    const link = await lockLinkTarget(unit, linkRef);
    const changes = [await becomeMember(unit, link), await raiseGrant(unit, link)];
    const changed = changes.includes(true);
    if (changed) recordJoin(unit, link);
    return { organization: linkRef.organization, user: unit.actorId, outcome: changed ? 'joined' : 'unchanged' };
  });
}

/**
 * Finds the link and locks the rows that joining changes: the space or collection, then the organization. If a person
 * joins twice at the same time, the second attempt waits for the first. The order avoids deadlocks: all actions lock
 * spaces and collections before the organization.
 */
async function lockLinkTarget(unit: UnitOfWork, linkRef: LinkRef): Promise<InviteLink> {
  const link = await findLink(unit, linkRef);
  if (!link) throw notFound('invite', linkRef.invite);
  const place = placeRef(link);
  if (place) await unit.tx.lock(placeKinds[place.kind].name, place.id);
  await unit.tx.lock('Organization', linkRef.organization);
  const { inviteLinks, deletedAt } = await getRow(unit, 'Organization', linkRef.organization);
  const isUnavailable =
    !inviteLinks || deletedAt !== null || (place && (await isGone(unit, place, linkRef.organization)));
  if (isUnavailable || !(await creatorMayInvite(unit, link))) throw notFound('invite', linkRef.invite);
  return link;
}

/**
 * Reports whether the creator of a link may still create it. A link is not valid while its creator is disabled, or
 * after the creator has lost the role in the organization or on the place.
 */
async function creatorMayInvite(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const { organizationId, createdById: userId } = link;
  const member = await findMember(unit, { organizationId, userId });
  if (!member || member.disabled) return false;
  const viewer = viewerWithoutToken(userId, new Map([[organizationId, member.role as Role | null]]));
  return can(viewer, linkPolicy(link).change, await linkTargetWithRole({ ...unit, viewer }, link));
}

/** Reports whether a space or collection was deleted or transferred since the link was found. */
async function isGone(unit: UnitOfWork, { kind, id }: PlaceRef, organizationId: string): Promise<boolean> {
  const row = (await findRow(unit, placeKinds[kind].name, id)) as Row<'Space'> | undefined;
  return row?.organizationId !== organizationId || row.deletedAt != null;
}

async function becomeMember(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const { tx, actorId: userId } = unit;
  const { organizationId } = link;
  const role = placeRef(link) ? null : (link.role as Role | null);
  const member = await findMember(unit, { organizationId, userId });
  if (!member) {
    await insertMembers(unit, await getRow(unit, 'Organization', organizationId), [{ userId, role }]);
    return true;
  }
  await requireNotLockedOut(unit, organizationId);
  if (higher(member.role as Role | null, role) === member.role) return false;
  bufferUpdate(tx, { table: 'Member', where: { organizationId, userId }, set: { role } });
  return true;
}

/**
 * Throws for a member who is locked out, that is, disabled or required to use single sign-on. A locked-out viewer has
 * no role in the organization. A user who joined while this action waited for its locks has none either, so the viewer
 * is read again.
 */
async function requireNotLockedOut({ viewer, tx }: UnitOfWork, organizationId: string): Promise<void> {
  if (viewer.kind !== 'user' || viewer.roles.has(organizationId)) return;
  const { roles } = await refreshViewer(tx.read, viewer);
  if (roles.has(organizationId)) return;
  throw lockedOut('You are locked out of this organization: disabled, or without its single sign-on');
}

async function raiseGrant(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const place = placeRef(link);
  if (!place || link.role === null) return false;
  const holder = { kind: 'user', ids: [unit.actorId] } as const;
  const [grant] = await grantsOfHolders(unit, place, holder);
  if (grant && higher(grant.role as Role, link.role as Role) === grant.role) return false;
  await setGrants(unit, { ...place, organizationId: link.organizationId }, { ...holder, role: link.role });
  return true;
}

function recordJoin(unit: UnitOfWork, link: InviteLink): void {
  const { organizationId, role } = link;
  const place = placeRef(link);
  const changes: { [name: string]: string | null } = place ? { [place.kind]: place.id, level: role } : { role };
  unit.record({ organizationId, action: 'joinOrganizationWithInvite', targetId: unit.actorId, changes });
}
