import { badInput, notFound } from '../../../platform/base/errors.js';
import type { EventAction } from '../../shared/event-actions.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { existingHolders, type HolderRoles, type OwnedPlace, setGrants } from './grant-rows.js';
import { type HolderKind, holders, type PlaceRef, placeKinds } from './places.js';

/** A role on a space or collection for several members and teams. */
export interface Invitation {
  /** The role; null revokes the grants of the members and teams. */
  role?: string | null;
  /** Ids of members of the organization. */
  users?: string[] | null;
  /** Ids of teams of the organization. */
  teams?: string[] | null;
}

/** Maximum number of user ids, and of team ids, in an invitation. */
export const maxHolders = 250;

/**
 * Grants members and teams a role on a space or collection, or revokes their grants. The viewer must be an admin of the
 * space or collection, so nobody can grant more than their own role.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for an absent role, for no ids, for too many ids, and for ids that are
 * not in the organization
 */
export function inviteTo(actor: Actor, place: PlaceRef, invitation: Invitation): Promise<void> {
  const { role, users, teams } = invitation;
  if (role === undefined) throw badInput('role', '`role` is required; use null to revoke the grant');
  // Teams must be locked before the organization, and members after it. The groups are in this order.
  const groups: HolderRoles[] = [
    ...(teams ? [{ kind: 'team' as const, ids: teams, role }] : []),
    ...(users ? [{ kind: 'user' as const, ids: users, role }] : []),
  ];
  if (groups.length === 0) throw badInput('users', '`users` or `teams` is required');
  return runAction(actor, async (unit) => {
    const owned = await lockPlace(unit, place);
    let changed = 0;
    for (const group of groups) {
      await requireHolders(unit, owned.organizationId, group);
      changed += await setGrants(unit, owned, group);
    }
    if (changed > 0) record(unit, owned, { action: `inviteTo${placeKinds[place.kind].name}`, groups });
  });
}

/** A member or team by its id. */
export interface HolderRef {
  kind: HolderKind;
  id: string;
}

/**
 * Sets the role of one member or team on a space or collection. If `role` is undefined, nothing changes; null revokes
 * the grant.
 * @throws NOT_FOUND for the space or collection, and for a member or team that is not in the organization; FORBIDDEN
 */
export function updateGrant(
  actor: Actor,
  place: PlaceRef,
  { kind, id, role }: HolderRef & { role?: string | null },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const owned = await lockPlace(unit, place);
    const existing = await existingHolders(unit, owned.organizationId, { kind, ids: [id] });
    if (!existing.has(id)) throw notFound(holders[kind].noun, id);
    if (role === undefined) return;
    const group = { kind, ids: [id], role };
    if ((await setGrants(unit, owned, group)) === 0) return;
    const action = `update${holders[kind].name}PermissionIn${placeKinds[place.kind].name}` as const;
    record(unit, owned, { action, groups: [group] });
  });
}

/**
 * Revokes the grant of a member or team on a space or collection itself, not on a collection above it. Does nothing if
 * there is no grant.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function removeGrant(actor: Actor, place: PlaceRef, { kind, id }: HolderRef): Promise<void> {
  return runAction(actor, async (unit) => {
    const owned = await lockPlace(unit, place);
    const group = { kind, ids: [id], role: null };
    if ((await setGrants(unit, owned, group)) === 0) return;
    const action = `remove${holders[kind].name}From${placeKinds[place.kind].name}` as const;
    record(unit, owned, { action, groups: [group] });
  });
}

async function lockPlace(unit: UnitOfWork, { kind, id }: PlaceRef): Promise<OwnedPlace> {
  const { name, grant } = placeKinds[kind];
  const { organizationId } = await lockTarget(unit, name, id, grant);
  return { kind, id, organizationId };
}

async function requireHolders(unit: UnitOfWork, organizationId: string, { kind, ids }: HolderRoles): Promise<void> {
  const existing = await existingHolders(unit, organizationId, { kind, ids });
  const { field, noun } = holders[kind];
  for (const [index, id] of ids.entries()) {
    const path = `${field}[${index}]`;
    if (!existing.has(id))
      throw badInput(path, `\`${path}\` must be a ${noun} of the organization (got ${JSON.stringify(id)})`);
  }
}

function record(
  unit: UnitOfWork,
  { id, organizationId }: OwnedPlace,
  { action, groups }: { action: EventAction; groups: readonly HolderRoles[] },
): void {
  const ids = groups.map((group) => [holders[group.kind].field, [...group.ids]]);
  unit.record({
    organizationId,
    action,
    targetId: id,
    changes: { role: groups[0]!.role, ...Object.fromEntries(ids) },
  });
}
