import { authorize, can } from '../../../access/policy.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { createSealedKey, type Sealer } from '../../../platform/secrets/sealed.js';
import type { NewEvent } from '../../shared/append-events.js';
import type { EventAction } from '../../shared/event-actions.js';
import { getRow, lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findMember, type MembershipKey } from './find-member.js';
import { requireAnotherAdmin } from './last-admin.js';

/** Ids of a member and of its organization, as in a request. */
export interface MemberInput {
  organization: string;
  user: string;
}

/**
 * Changes the role of a member; requires the role admin.
 * @param changes the new role, null for a guest; undefined leaves the role unchanged
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT with the reason LAST_ADMIN
 */
export function updateMember(actor: Actor, input: MemberInput, changes: { role?: string | null }): Promise<void> {
  return runAction(actor, async (unit) => {
    const key = await lockMember(unit, input, 'member.update');
    const { role } = changes;
    if (role === undefined) return;
    if (role !== 'admin') await requireAnotherAdmin(unit, key);
    bufferUpdate(unit.tx, { table: 'Member', where: key, set: { role } });
    recordMemberEvent(unit, key, { action: 'updateMemberInOrganizationById', changes: { role } });
  });
}

/**
 * Requires a member to sign in through single sign-on; requires the role admin.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a service account, which cannot sign in
 */
export function setSsoMember(actor: Actor, input: MemberInput): Promise<void> {
  return runAction(actor, async (unit) => {
    const key = await lockMember(unit, input, 'member.update');
    await requirePerson(unit, key.userId);
    bufferUpdate(unit.tx, { table: 'Member', where: key, set: { sso: true } });
    recordMemberEvent(unit, key, { action: 'setUserAsSSOMemberForOrganization', changes: { sso: true } });
  });
}

/**
 * Ends a membership and deletes its dependent rows: grants, team memberships, identities at the organization's identity
 * providers, and invite links that the user created. It also deletes the user's tokens that are bound to the
 * organization. Content that the user wrote stays. Requires the role admin.
 * @throws NOT_FOUND, also if the user is not a member; FORBIDDEN; CONFLICT with the reason LAST_ADMIN
 */
export function removeMember(actor: Actor, input: MemberInput): Promise<void> {
  return runAction(actor, async (unit) => {
    const key = await lockMember(unit, input, 'member.remove');
    await requireAnotherAdmin(unit, key);
    const { organizationId, userId } = key;
    for (const table of ['Grant', 'TeamMember', 'AccessToken', 'SamlIdentity', 'OidcIdentity'] as const)
      bufferDelete(unit.tx, { table, where: { organizationId, userId } });
    bufferDelete(unit.tx, { table: 'InviteLink', where: { organizationId, createdById: userId } });
    bufferDelete(unit.tx, { table: 'Member', where: { organizationId, userId } });
    recordMemberEvent(unit, key, { action: 'removeMemberFromOrganizationById' });
  });
}

/**
 * Records that the actor was seen in an organization. If the organization has no key for the visitor tokens of its
 * members, it also creates the key. It records no event, because the membership already contains the time.
 * @throws NOT_FOUND if the actor is not a member of the organization; FORBIDDEN for a token whose scopes do not allow
 * it
 */
export function recordLastSeen(actor: Actor & { sealer: Sealer }, organizationId: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const { tx, viewer, actorId, at } = unit;
    const isMember = viewer.kind === 'user' && viewer.roles.has(organizationId);
    if (isMember) authorize(viewer, 'viewer.ping', { organizationId });
    if (can(viewer, 'site.view', { organizationId })) await ensureVisitorKey(unit, actor.sealer, organizationId);
    const where = { organizationId, userId: actorId };
    const { count } = isMember ? await tx.prisma.member.updateMany({ where, data: { lastSeenAt: at } }) : { count: 0 };
    if (count === 0) throw notFound('organization', organizationId);
  });
}

/**
 * Creates the key for visitor tokens if the organization has none. In this case it locks the organization, so that two
 * simultaneous first visits create one key.
 */
async function ensureVisitorKey(unit: UnitOfWork, sealer: Sealer, id: string): Promise<void> {
  const hasKey = async () => (await getRow(unit, 'Organization', id)).visitorKey !== null;
  if (await hasKey()) return;
  await unit.tx.lock('Organization', id);
  if (await hasKey()) return;
  const visitorKey = createSealedKey(sealer, 'visitor-key');
  bufferUpdate(unit.tx, { table: 'Organization', where: { id }, set: { visitorKey } });
}

/**
 * Locks the organization, and checks that the user is one of its members. Changes of members therefore run one at a
 * time; otherwise two of them could remove the last admin.
 * @throws NOT_FOUND for the organization or the member; FORBIDDEN, even if the member does not exist
 */
async function lockMember(
  unit: UnitOfWork,
  { organization, user }: MemberInput,
  action: 'member.update' | 'member.remove',
): Promise<MembershipKey> {
  await lockTarget(unit, 'Organization', organization, action);
  const key = { organizationId: organization, userId: user };
  if (!(await findMember(unit, key))) throw notFound('member', user);
  return key;
}

async function requirePerson({ tx: { read } }: UnitOfWork, id: string): Promise<void> {
  const account = read.sql.selectFrom('User').select('id').where('id', '=', id).where('organizationId', 'is not', null);
  if (await read.first(account))
    throw badInput('user', `\`user\` must be a person, not a service account (got ${JSON.stringify(id)})`);
}

function recordMemberEvent(
  unit: UnitOfWork,
  { organizationId, userId }: MembershipKey,
  event: { action: EventAction; changes?: { role?: string | null; sso?: boolean } },
): void {
  unit.record({ organizationId, targetId: userId, ...event } as NewEvent);
}
