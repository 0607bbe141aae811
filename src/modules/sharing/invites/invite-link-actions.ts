import { authorize, can } from '../../../access/policy.js';
import type { Viewer } from '../../../access/viewer.js';
import { type AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { newCredential } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { findRow, lockTarget, placeRole, readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type PlaceRef, placeKinds, placeRef } from '../grants/places.js';
import { linkPolicy, linkTargetWithRole } from './link-target.js';

type InviteLink = Row<'InviteLink'>;

/** Role that a link gives: `role` in the organization, or `level` on a space or collection. */
export interface LinkRole {
  role?: string | null;
  level?: string | null;
}

/** A new invite link. It is a link to the organization if it names neither a space nor a collection. */
export interface NewLink extends LinkRole {
  organization: string;
  space?: string | null;
  collection?: string | null;
}

/**
 * Creates an invite link. The viewer must be an admin of the object that the link opens, so no link gives more than the
 * role of its creator.
 * @returns the id of the link, which is the credential
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a space or collection that is not in the organization, for `role`
 * instead of `level`, and for `level` instead of `role`
 */
export function createInviteLink(actor: Actor, link: NewLink): Promise<string> {
  const place = placeOf(link);
  const role = requireRole(link, place);
  return runAction(actor, async (unit) => {
    const { organization: organizationId } = link;
    await readTarget(unit, 'Organization', organizationId, place ? 'organization.view' : 'organization.invite');
    if (place) await requirePlace(unit, organizationId, place);
    const id = newCredential('InviteLink');
    const placeColumn = place ? { [placeKinds[place.kind].column]: place.id } : {};
    const row = { id, organizationId, ...placeColumn, role, createdById: unit.actorId, createdAt: unit.at };
    bufferInsert(unit.tx, { table: 'InviteLink', rows: [row] });
    record(unit, 'createOrganizationInvite', { organizationId, place, role });
    return id;
  });
}

/** An invite link by its id, and the organization that it must belong to. */
export interface LinkRef {
  organization: string;
  invite: string;
}

/**
 * Changes the role that an invite link gives.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for `role` instead of `level`, and for `level` instead of `role`
 */
export function updateInviteLink(actor: Actor, linkRef: LinkRef, changes: LinkRole): Promise<void> {
  return runAction(actor, async (unit) => {
    const link = await lockLink(unit, linkRef);
    const place = placeRef(link);
    const role = requireRole(changes, place);
    bufferUpdate(unit.tx, { table: 'InviteLink', where: { id: link.id }, set: { role } });
    record(unit, 'updateOrganizationInviteById', { organizationId: link.organizationId, place, role });
  });
}

/**
 * Deletes a link, which can then no longer be used. Users who joined with it stay members.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteInviteLink(actor: Actor, linkRef: LinkRef): Promise<void> {
  return runAction(actor, async (unit) => {
    const link = await lockLink(unit, linkRef);
    bufferDelete(unit.tx, { table: 'InviteLink', where: { id: link.id } });
    const { organizationId, role } = link;
    record(unit, 'deleteOrganizationInviteById', { organizationId, place: placeRef(link), role });
  });
}

/** Reads a link through the transaction. Returns undefined if it does not exist or belongs to another organization. */
export async function findLink({ tx }: UnitOfWork, { organization, invite }: LinkRef): Promise<InviteLink | undefined> {
  const query = tx.read.sql.selectFrom('InviteLink').selectAll().where('id', '=', invite);
  return tx.read.first(query.where('organizationId', '=', organization));
}

/**
 * Reads a link that the viewer may change. Locks the organization instead of the link, because removals of members and
 * transfers of spaces and collections delete links under that lock.
 */
async function lockLink(unit: UnitOfWork, linkRef: LinkRef): Promise<InviteLink> {
  await lockTarget(unit, 'Organization', linkRef.organization, 'organization.view');
  const link = await findLink(unit, linkRef);
  const target = link && (await linkTargetWithRole(unit, link));
  if (!target || !can(unit.viewer, linkPolicy(link).view, target)) throw linkNotFound(unit.viewer, linkRef);
  authorize(unit.viewer, linkPolicy(link).change, target);
  return link;
}

/**
 * Returns the error for a link that the viewer does not see. A viewer who may see no links of the organization gets
 * FORBIDDEN, whether the link exists or not.
 * @returns NOT_FOUND
 * @throws FORBIDDEN
 */
function linkNotFound(viewer: Viewer, { organization, invite }: LinkRef): AppError {
  authorize(viewer, 'organization.viewInviteLinks', { organizationId: organization });
  return notFound('invite', invite);
}

async function requirePlace(unit: UnitOfWork, organizationId: string, { kind, id }: PlaceRef): Promise<void> {
  const { name, view, grant } = placeKinds[kind];
  await unit.tx.lock(name, id);
  const row = await findRow(unit, name, id);
  const target = row?.organizationId === organizationId ? await placeRole(unit, row) : undefined;
  if (!target || !can(unit.viewer, view, target))
    throw badInput(kind, `\`${kind}\` must be a ${kind} of the organization (got ${JSON.stringify(id)})`);
  authorize(unit.viewer, grant, target);
}

function placeOf({ space, collection }: NewLink): PlaceRef | null {
  if (space != null && collection != null)
    throw badInput('collection', '`space` and `collection` exclude each other; give one of them');
  return placeRef({ spaceId: space ?? null, collectionId: collection ?? null });
}

/**
 * Returns the role that a link gives. A link to the organization requires `role`, and a link to a space or collection
 * requires `level`. The other field must be absent.
 */
function requireRole({ role, level }: LinkRole, place: PlaceRef | null): string | null {
  const [field, otherField] = place ? (['level', 'role'] as const) : (['role', 'level'] as const);
  const fields = { role, level };
  const target = place ? `a ${place.kind}` : 'an organization';
  if (fields[otherField] !== undefined)
    throw badInput(otherField, `\`${otherField}\` must be absent for a link to ${target}; set \`${field}\``);
  const value = fields[field];
  if (value === undefined) throw badInput(field, `\`${field}\` is required; use null for none`);
  return value;
}

/**
 * Records an event about the object that a link opens. The event does not contain the id of the link, which is a
 * credential.
 */
function record(
  unit: UnitOfWork,
  action: EventAction,
  { organizationId, place, role }: { organizationId: string; place: PlaceRef | null; role: string | null },
): void {
  unit.record({ organizationId, action, targetId: place?.id ?? organizationId, changes: { role } });
}
