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
 * Creates an invite link. The viewer must be admin of the object that the link opens. So no viewer creates a link with
 * more than its own role there.
 * @returns its id, which is the credential
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a space or collection that is not in the organization, for `role`
 * instead of `level`, and for `level` instead of `role`
 */
export function createInviteLink(actor: Actor, link: NewLink): Promise<string> {
  const place = placeOf(link);
  const role = roleOf(link, place);
  return runAction(actor, async (unit) => {
    const { organization: organizationId } = link;
    await readTarget(unit, 'Organization', organizationId, place ? 'organization.view' : 'organization.invite');
    if (place) await requirePlace(unit, organizationId, place);
    const id = newCredential('InviteLink');
    const opened = place ? { [placeKinds[place.kind].column]: place.id } : {};
    const row = { id, organizationId, ...opened, role, createdById: unit.actorId, createdAt: unit.at };
    bufferInsert(unit.tx, { table: 'InviteLink', rows: [row] });
    record(unit, 'createOrganizationInvite', { organizationId, place, role });
    return id;
  });
}

/** An invite link of an organization, as a request names it. */
export interface LinkName {
  organization: string;
  invite: string;
}

/**
 * Changes the role that an invite link gives.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for `role` instead of `level`, and for `level` instead of `role`
 */
export function updateInviteLink(actor: Actor, name: LinkName, changes: LinkRole): Promise<void> {
  return runAction(actor, async (unit) => {
    const link = await lockLink(unit, name);
    const place = placeRef(link);
    const role = roleOf(changes, place);
    bufferUpdate(unit.tx, { table: 'InviteLink', where: { id: link.id }, set: { role } });
    record(unit, 'updateOrganizationInviteById', { organizationId: link.organizationId, place, role });
  });
}

/**
 * Deletes a link, which can then no longer be used. Users who joined with it stay members.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteInviteLink(actor: Actor, name: LinkName): Promise<void> {
  return runAction(actor, async (unit) => {
    const link = await lockLink(unit, name);
    bufferDelete(unit.tx, { table: 'InviteLink', where: { id: link.id } });
    const { organizationId, role } = link;
    record(unit, 'deleteOrganizationInviteById', { organizationId, place: placeRef(link), role });
  });
}

/** Reads a link through the transaction if it belongs to the organization. */
export async function findLink(
  { tx }: UnitOfWork,
  { organization, invite }: LinkName,
): Promise<InviteLink | undefined> {
  const query = tx.read.sql.selectFrom('InviteLink').selectAll().where('id', '=', invite);
  return tx.read.first(query.where('organizationId', '=', organization));
}

/**
 * Locks the organization instead of the link, because removals of members and transfers of places delete links under
 * that lock.
 */
async function lockLink(unit: UnitOfWork, name: LinkName): Promise<InviteLink> {
  await lockTarget(unit, 'Organization', name.organization, 'organization.view');
  const link = await findLink(unit, name);
  const opened = link && (await linkTargetWithRole(unit, link));
  if (!opened || !can(unit.viewer, linkPolicy(link).view, opened)) throw unseen(unit.viewer, name);
  authorize(unit.viewer, linkPolicy(link).change, opened);
  return link;
}

/**
 * Returns the error for a link that the viewer does not see. A viewer who may see no links of the organization gets
 * FORBIDDEN, whether the link exists or not.
 * @returns NOT_FOUND
 * @throws FORBIDDEN
 */
function unseen(viewer: Viewer, { organization, invite }: LinkName): AppError {
  authorize(viewer, 'organization.viewInviteLinks', { organizationId: organization });
  return notFound('invite', invite);
}

async function requirePlace(unit: UnitOfWork, organizationId: string, { kind, id }: PlaceRef): Promise<void> {
  const { name, view, grant } = placeKinds[kind];
  await unit.tx.lock(name, id);
  const row = await findRow(unit, name, id);
  const owned = row?.organizationId === organizationId ? await placeRole(unit, row) : undefined;
  if (!owned || !can(unit.viewer, view, owned))
    throw badInput(kind, `\`${kind}\` must be a ${kind} of the organization (got ${JSON.stringify(id)})`);
  authorize(unit.viewer, grant, owned);
}

function placeOf({ space, collection }: NewLink): PlaceRef | null {
  if (space != null && collection != null)
    throw badInput('collection', '`space` and `collection` exclude each other; give one of them');
  return placeRef({ spaceId: space ?? null, collectionId: collection ?? null });
}

/**
 * Returns the role of a link. A link to the organization requires `role`, a link to a place requires `level`; the other
 * must be absent.
 */
function roleOf({ role, level }: LinkRole, place: PlaceRef | null): string | null {
  const [field, otherField] = place ? (['level', 'role'] as const) : (['role', 'level'] as const);
  const given = { role, level };
  const opens = place?.kind ?? 'organization';
  if (given[otherField] !== undefined)
    throw badInput(
      otherField,
      `\`${otherField}\` must be absent for a link to ${opens === 'organization' ? 'an' : 'a'} ${opens}; set \`${field}\``,
    );
  const value = given[field];
  if (value === undefined) throw badInput(field, `\`${field}\` is required; use null for none`);
  return value;
}

/** Records an event about the opened object. It never names the link, because the id of the link is a credential. */
function record(
  unit: UnitOfWork,
  action: EventAction,
  { organizationId, place, role }: { organizationId: string; place: PlaceRef | null; role: string | null },
): void {
  unit.record({ organizationId, action, targetId: place?.id ?? organizationId, changes: { role } });
}
