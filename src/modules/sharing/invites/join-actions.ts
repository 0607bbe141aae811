import { refreshViewer } from '../../../access/authenticate.js';
import { authorize, can } from '../../../access/policy.js';
import { higher, type Role, tokenless } from '../../../access/viewer.js';
import { lockedOut, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { findMember } from '../../identity/members/find-member.js';
import { insertMembers } from '../../identity/members/insert-members.js';
import type { Joined } from '../../identity/members/join-payload.js';
import { findRow, getRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { heldOn, setGrants } from '../grants/grant-rows.js';
import { type PlaceName, placeNameOf, places } from '../grants/places.js';
import { findLink, type LinkName } from './invite-link-actions.js';
import { openedBy, policyOf } from './opened.js';

type InviteLink = Row<'InviteLink'>;

/**
 * Joins by an invite link, whose id is the credential: the caller need not be a member. A link to the organization gives
 * its role to who has less; one to a place makes a guest of who is no member, and gives its level on the place to who
 * was granted less. Joining again changes nothing.
 * @returns whether anything changed
 * @throws NOT_FOUND, with the same words, for a link that never was, was deleted, belongs elsewhere, opens a deleted space
 * or is of somebody who may not make it any more, and where the organization takes none; FORBIDDEN for a token of another organization or without the scope
 * `viewer:join`, and for who is locked out.
 */
export function joinWithInvite(actor: Actor, name: LinkName): Promise<Joined> {
  return runAction(actor, async (unit) => {
    authorize(unit.viewer, 'viewer.join', { organizationId: name.organization });
    const link = await lockOpened(unit, name);
    const changes = [await becomeMember(unit, link), await raiseGrant(unit, link)];
    const changed = changes.includes(true);
    if (changed) recordJoin(unit, link);
    return { organization: name.organization, user: unit.actorId, outcome: changed ? 'joined' : 'unchanged' };
  });
}

/**
 * Finds the link and locks what joining changes: the place, then the organization, behind which two joins of one person
 * follow each other. Places come first everywhere, and events take the organization last.
 */
async function lockOpened(unit: UnitOfWork, name: LinkName): Promise<InviteLink> {
  const link = await findLink(unit, name);
  if (!link) throw notFound('invite', name.invite);
  const place = placeNameOf(link);
  if (place) await unit.tx.lock(places[place.kind].name, place.id);
  await unit.tx.lock('Organization', name.organization);
  const { inviteLinks } = await getRow(unit, 'Organization', name.organization);
  const isShut = !inviteLinks || (place && (await isGone(unit, place, name.organization)));
  if (isShut || !(await mayItsMaker(unit, link))) throw notFound('invite', name.invite);
  return link;
}

/**
 * A link lets in for as long as its maker may make it: not while that is disabled, nor after it has lost the role, here or
 * on the place, in whatever way.
 */
async function mayItsMaker(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const { organizationId, createdById: userId } = link;
  const member = await findMember(unit, { organizationId, userId });
  if (!member || member.disabled) return false;
  const viewer = tokenless(userId, new Map([[organizationId, member.role as Role | null]]));
  return can(viewer, policyOf(link).change, await openedBy({ ...unit, viewer }, link));
}

/** Deleted, or in another organization, since the link was found. */
async function isGone(unit: UnitOfWork, { kind, id }: PlaceName, organizationId: string): Promise<boolean> {
  const row = (await findRow(unit, places[kind].name, id)) as Row<'Space'> | undefined;
  return row?.organizationId !== organizationId || row.deletedAt != null;
}

async function becomeMember(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const { tx, actorId: userId } = unit;
  const { organizationId } = link;
  const role = placeNameOf(link) ? null : (link.role as Role | null);
  const member = await findMember(unit, { organizationId, userId });
  if (!member) {
    await insertMembers(unit, organizationId, [{ userId, role }]);
    return true;
  }
  await requireLetIn(unit, organizationId);
  if (higher(member.role as Role | null, role) === member.role) return false;
  bufferUpdate(tx, { table: 'Member', where: { organizationId, userId }, set: { role } });
  return true;
}

/**
 * A member whose organization is not among the viewer's is disabled there, or must sign in by single sign-on; or joined
 * while this waited for its locks, so that the viewer is read again.
 */
async function requireLetIn({ viewer, tx }: UnitOfWork, organizationId: string): Promise<void> {
  if (viewer.kind !== 'user' || viewer.roles.has(organizationId)) return;
  const { roles } = await refreshViewer(tx.read, viewer);
  if (roles.has(organizationId)) return;
  throw lockedOut('You are locked out of this organization: disabled, or without its single sign-on');
}

async function raiseGrant(unit: UnitOfWork, link: InviteLink): Promise<boolean> {
  const place = placeNameOf(link);
  if (!place || link.role === null) return false;
  const who = { kind: 'user', ids: [unit.actorId] } as const;
  const [held] = await heldOn(unit, place, who);
  if (held && higher(held.role as Role, link.role as Role) === held.role) return false;
  await setGrants(unit, { ...place, organizationId: link.organizationId }, { ...who, role: link.role });
  return true;
}

function recordJoin(unit: UnitOfWork, link: InviteLink): void {
  const { organizationId, role } = link;
  const place = placeNameOf(link);
  const changes: { [name: string]: string | null } = place ? { [place.kind]: place.id, level: role } : { role };
  unit.record({ organizationId, action: 'joinOrganizationWithInvite', targetId: unit.actorId, changes });
}
