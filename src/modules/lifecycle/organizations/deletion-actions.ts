import { roleInDeleted } from '../../../access/authenticate.js';
import { authorize } from '../../../access/policy.js';
import { retention } from '../../../access/space-retention.js';
import { isOperator } from '../../../access/viewer.js';
import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { isBeingImported } from '../../../platform/db/query/live-organizations.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { enqueue, wakeWorkers } from '../../../platform/jobs/enqueue.js';
import { findRow, lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { organizationPurgeKind } from './removal-actions.js';

/** An organization to delete. */
export interface Deletion {
  organization: string;
  /** Its title, as a confirmation. Only the command line leaves it out. */
  title?: string | undefined;
  /** Whether its removal is due at once. Only the command line sets it. */
  now?: boolean;
}

/** A deleted organization, and when it is removed. */
export interface DeletedOrganization {
  id: string;
  /** When its removal may begin, ISO 8601. */
  removeAt: string;
}

/**
 * Deletes an organization: from then on, only the operator sees it, and its jobs do not run. It can be restored for 7
 * days. Until then all its data is retained, except sessions of single sign-on. Repeating the deletion changes nothing,
 * unless `now` makes the removal due earlier.
 * @throws NOT_FOUND; FORBIDDEN except for admins and the operator; BAD_USER_INPUT for a wrong title
 */
export function deleteOrganization(
  actor: Actor,
  { organization: id, title, now = false }: Deletion,
): Promise<DeletedOrganization> {
  return runAction(actor, async (unit) => {
    const organization = await lockForDeletion(unit, id);
    requireTitle(organization, title);
    const removeAt = new Date(unit.at.getTime() + (now ? 0 : retention));
    const existing = await findDeletion(unit, id);
    if (now) await enqueuePurge(unit);
    if (existing && (!now || existing.removeAt <= removeAt.toISOString())) return { id, removeAt: existing.removeAt };
    if (existing)
      bufferUpdate(unit.tx, { table: 'OrganizationDeletion', where: { organizationId: id }, set: { removeAt } });
    else markDeleted(unit, id, removeAt);
    unit.record({
      organizationId: id,
      action: 'deleteOrganization',
      targetId: id,
      changes: { removeAt: removeAt.toISOString() },
    });
    return { id, removeAt: removeAt.toISOString() };
  });
}

/**
 * Restores a deleted organization, with all its content, members and settings. This is possible until its removal
 * begins. Does nothing if the organization is not deleted.
 * @throws NOT_FOUND if its removal has begun, and for everyone except the operator and its members; FORBIDDEN for
 * members who are not admins
 * @throws CONFLICT if its import is not finished, because its members would see only a part of the archive
 */
export function restoreOrganization(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    await unit.tx.lock('Organization', id);
    const organization = await findRow(unit, 'Organization', id);
    if (organization?.deletedAt === null) return void (await lockForDeletion(unit, id));
    const deletion = await findDeletion(unit, id);
    if (!organization || deletion?.startedAt !== null) throw notFound('organization', id);
    await requireFormerAdmin(unit, id);
    await requireImported(unit, id);
    bufferUpdate(unit.tx, { table: 'Organization', where: { id }, set: { deletedAt: null } });
    bufferDelete(unit.tx, { table: 'OrganizationDeletion', where: { organizationId: id } });
    unit.record({ organizationId: id, action: 'restoreOrganization', targetId: id });
    // The jobs of the organization waited while it was deleted.
    wakeWorkers(unit.tx);
  });
}

/**
 * Locks an organization that the viewer may delete, and returns it. The operator also finds one that is already
 * deleted.
 */
async function lockForDeletion(unit: UnitOfWork, id: string): Promise<Row<'Organization'>> {
  if (!isOperator(unit.viewer)) return lockTarget(unit, 'Organization', id, 'organization.delete');
  await unit.tx.lock('Organization', id);
  const organization = await findRow(unit, 'Organization', id);
  if (!organization) throw notFound('organization', id);
  return organization;
}

/** Queues a removal of the due organizations, because the schedule would start one only within an hour. */
async function enqueuePurge({ tx }: UnitOfWork): Promise<void> {
  const kind = organizationPurgeKind;
  await enqueue(tx, { kind, payload: null, organizationId: null, key: `${kind} now` });
}

function requireTitle({ title }: Row<'Organization'>, givenTitle: string | undefined): void {
  if (givenTitle === undefined || givenTitle === title) return;
  const rule = `must be the title of the organization, ${JSON.stringify(title)}`;
  throw badInput('title', `\`title\` ${rule} (got ${JSON.stringify(givenTitle)})`);
}

function findDeletion({ tx: { read } }: UnitOfWork, organizationId: string) {
  return read.first(
    read.sql.selectFrom('OrganizationDeletion').selectAll().where('organizationId', '=', organizationId),
  );
}

async function requireImported({ tx: { read } }: UnitOfWork, id: string): Promise<void> {
  if (!(await isBeingImported(read, id))) return;
  const next = 'Remove it with `docgraph org delete --now`, and import its archive again.';
  throw new AppError('CONFLICT', `Cannot restore ${id}: its import is not finished. ${next}`);
}

/**
 * Marks an organization as deleted. Ends the sessions that its identity providers began, because the providers can no
 * longer end them.
 */
function markDeleted({ tx, at, actorId }: UnitOfWork, organizationId: string, removeAt: Date): void {
  bufferUpdate(tx, { table: 'Organization', where: { id: organizationId }, set: { deletedAt: at } });
  const row = { organizationId, requestedById: actorId, requestedAt: at, removeAt };
  bufferInsert(tx, { table: 'OrganizationDeletion', rows: [row] });
  bufferDelete(tx, { table: 'AccessToken', where: { organizationId, issuer: 'session' } });
}

/**
 * Requires that the viewer is the operator or was an admin of the deleted organization. The roles of the viewer leave
 * out deleted organizations, so the membership is read.
 * @throws NOT_FOUND, FORBIDDEN
 */
async function requireFormerAdmin({ tx, viewer }: UnitOfWork, id: string): Promise<void> {
  if (isOperator(viewer)) return;
  const role = viewer.kind === 'user' ? await roleInDeleted(tx.read, viewer, id) : undefined;
  if (viewer.kind !== 'user' || role === undefined) throw notFound('organization', id);
  authorize({ ...viewer, roles: new Map([[id, role]]) }, 'organization.delete', { organizationId: id });
}
