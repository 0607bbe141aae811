import type { Json } from '../../../engine/base/types.js';
import { newId } from '../../../platform/base/ids.js';
import { jsonText } from '../../../platform/db/query/json.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { checkDocument } from '../../content/revisions/check-document.js';
import { lockClustersOf, releaseCluster, requireCluster } from '../../conversations/answered-cluster.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { countChangesForTransition } from './counts.js';
import { type ChangeRequestName, eventOn, lockChangeRequest, requireNotMerged } from './targets.js';

/** Input of `createChangeRequest`. */
export interface NewChangeRequest {
  space: string;
  subject?: string | null;
  /** Id of the cluster of issues that the change request resolves. */
  conversationsIssuesCluster?: string | null;
}

/**
 * Opens a change request on the head of a space, with the next number of the space.
 * @returns the change request's id
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space); BAD_USER_INPUT for a cluster that the viewer does not see.
 */
export function createChangeRequest(actor: Actor, proposal: NewChangeRequest): Promise<string> {
  return runAction(actor, async (unit) =>
    insertChangeRequest(unit, await lockChangeRequestSpace(unit, proposal), proposal),
  );
}

/**
 * Locks the space that will get a new change request.
 * @throws errors of `createChangeRequest`
 */
export async function lockChangeRequestSpace(
  unit: UnitOfWork,
  { space: spaceId, conversationsIssuesCluster: cluster }: NewChangeRequest,
): Promise<Row<'Space'>> {
  if (cluster != null) await lockClustersOf(unit, spaceId);
  const space = await lockTarget(unit, 'Space', spaceId, 'changeRequest.create');
  if (cluster != null) await requireCluster(unit, space.organizationId, cluster);
  return space;
}

/**
 * Inserts a change request on the head of a locked space, in the transaction of an action.
 * @returns its id
 */
export function insertChangeRequest(
  unit: UnitOfWork,
  space: Row<'Space'>,
  { subject, conversationsIssuesCluster: cluster = null }: Omit<NewChangeRequest, 'space'>,
): string {
  const { id: spaceId, organizationId, revisionId } = space;
  const number = space.changeRequestNumber + 1;
  const id = newId('ChangeRequest');
  const fields = {
    subject: subject ?? '',
    status: 'open',
    createdById: unit.actorId,
    createdAt: unit.at,
    updatedAt: unit.at,
  };
  const row = {
    ...{ id, organizationId, spaceId, number, ...fields, revisionId, revisionInitialId: revisionId },
    conversationsIssuesClusterId: cluster,
  };
  bufferInsert(unit.tx, { table: 'ChangeRequest', rows: [row] });
  const add = countChangesForTransition({ from: null, to: fields.status });
  bufferUpdate(unit.tx, { table: 'Space', where: { id: spaceId }, set: { changeRequestNumber: number }, add });
  const changes = {
    number,
    subject: fields.subject,
    ...(cluster !== null && { conversationsIssuesCluster: cluster }),
  };
  unit.record({ ...eventOn({ id, organizationId, spaceId }), action: 'createChangeRequest', changes });
  return id;
}

/** Changes to the fields of a change request; absent members are unchanged. */
export interface ChangeRequestChanges {
  subject?: string | null;
  /** A rich-text document; null removes it. */
  description?: Json;
  status?: string | null;
  /** Id of the cluster of issues that the change request resolves; null for none. */
  conversationsIssuesCluster?: string | null;
}

/**
 * Changes the fields of a change request, including its state. The other fields can be changed in every state. Writes
 * nothing if only the state is given and the change request already has it.
 * @throws NOT_FOUND, FORBIDDEN
 * @throws CONFLICT if the change request is merged and another state is given
 * @throws BAD_USER_INPUT for a description that is not valid for a page, and for a cluster that the viewer does not see
 */
export function updateChangeRequestFields(
  actor: Actor,
  name: ChangeRequestName,
  requested: ChangeRequestChanges,
): Promise<string> {
  return runAction(actor, async (unit) => {
    if (requested.conversationsIssuesCluster !== undefined) await lockClustersOf(unit, name.space);
    // The row of the space contains the counts of its change requests. It is always locked before change requests.
    if (requested.status != null) await unit.tx.lock('Space', name.space);
    const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.update');
    await changeFields(unit, changeRequest, requested);
    return changeRequest.id;
  });
}

/**
 * Changes the fields of a locked change request, in the transaction of an action. To change the state, the caller must
 * also lock the space, because its row contains the counts of change requests.
 * @throws errors of `updateChangeRequestFields`
 */
export async function changeFields(
  unit: UnitOfWork,
  changeRequest: Row<'ChangeRequest'>,
  requested: ChangeRequestChanges,
): Promise<void> {
  const { id } = changeRequest;
  const changes = withoutUnchangedState(requested, changeRequest);
  if (requested.status != null && Object.keys(changes).length === 0) return;
  if (changes.status != null) requireNotMerged(changes.status, changeRequest);
  if (changes.description != null) await checkDocument('description', changes.description);
  const { conversationsIssuesCluster: cluster, description, ...columns } = changes;
  if (cluster != null) await requireCluster(unit, changeRequest.organizationId, cluster);
  const clusterColumn = cluster !== undefined && { conversationsIssuesClusterId: cluster };
  const set = { ...columns, description: jsonText(description), ...clusterColumn, updatedAt: unit.at };
  bufferUpdate(unit.tx, { table: 'ChangeRequest', where: { id }, set });
  if (cluster !== undefined) await releaseCluster(unit, changeRequest.conversationsIssuesClusterId);
  if (changes.status != null) updateCounts(unit, changeRequest, changes.status);
  const eventChanges = changes as { [name: string]: Json };
  unit.record({ ...eventOn(changeRequest), action: 'updateChangeRequestById', changes: eventChanges });
}

function updateCounts({ tx }: UnitOfWork, { spaceId, status }: Row<'ChangeRequest'>, to: string): void {
  bufferUpdate(tx, { table: 'Space', where: { id: spaceId }, add: countChangesForTransition({ from: status, to }) });
}

/** Returns the given changes, without the state if it is unchanged. */
function withoutUnchangedState(
  { status, ...otherChanges }: ChangeRequestChanges,
  current: Row<'ChangeRequest'>,
): ChangeRequestChanges {
  return omitUndefined({ ...otherChanges, status: status === current.status ? undefined : status });
}
