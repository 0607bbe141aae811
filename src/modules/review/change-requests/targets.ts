import type { Action } from '../../../access/required-roles.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { preparedQuery } from '../../../platform/db/query/prepared-query.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Branch } from '../../content/revisions/append-revision.js';
import { requireHead } from '../../content/revisions/require-head.js';
import { findRow, lockFound, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** Name of a change request in requests: its space, and either its id or its number in the space. */
export interface ChangeRequestName {
  space: string;
  /** Id, or number within the space: digits without leading zeros, at most 9. */
  changeRequest: string;
}

/**
 * Name of a change request, and the revision that the caller expects. Nothing is done if the current revision differs.
 */
export interface ChangeRequestAtRevision extends ChangeRequestName {
  /** Id of the expected revision; if absent, any revision is accepted. */
  head?: string | null;
}

/** Reports whether a name is a number; ids never consist of digits only. */
export function isNumber(name: string): boolean {
  return /^[1-9][0-9]{0,8}$/.test(name);
}

/**
 * Locks and reads the change request of an action.
 * @throws NOT_FOUND if the space has none with that name or the viewer may not see it; FORBIDDEN, also for a locked
 * space.
 */
export async function lockChangeRequest(
  unit: UnitOfWork,
  name: ChangeRequestName,
  action: Action,
): Promise<Row<'ChangeRequest'>> {
  const { space, changeRequest } = name;
  const query = isNumber(changeRequest)
    ? byNumber(unit.tx.read, { space, name: Number(changeRequest) })
    : byId(unit.tx.read, { space, name: changeRequest });
  // The permission check after the lock needs the space, so both are read in one batch.
  const [found] = await Promise.all([lockFound(unit, 'ChangeRequest', query), findRow(unit, 'Space', space)]);
  if (!found) throw notFound('change request', changeRequest);
  // The error must not reveal the id of a change request that the viewer may not see.
  return readTarget(unit, 'ChangeRequest', { id: found.id, name: changeRequest }, action);
}

/** Selects a change request of a space by its id or number. */
const by = <Name>(column: 'id' | 'number') =>
  preparedQuery<{ space: string; name: Name }, Row<'ChangeRequest'>>((read, value) =>
    read.sql
      .selectFrom('ChangeRequest')
      .selectAll()
      .where('spaceId', '=', value('space'))
      .where(column, '=', value('name')),
  );

const byId = by<string>('id');
const byNumber = by<number>('number');

/**
 * Refuses a change request with another revision than the caller expects.
 * @throws errors of `requireHead`.
 */
export function requireExpectedRevision(
  unit: UnitOfWork,
  { number, revisionId }: Row<'ChangeRequest'>,
  { head }: ChangeRequestAtRevision,
): void {
  requireHead(unit, { objectName: `change request ${number}`, revisionId }, head);
}

/**
 * Actions on a change request, and the states that allow them. Its subject and description can be changed in any state.
 */
const allowedStates = {
  'be merged': ['open'],
  'be edited': ['draft', 'open'],
  'be reviewed': ['draft', 'open'],
  'be brought up to date': ['draft', 'open', 'archived'],
} as const;

/**
 * Refuses an action that the state of a change request does not allow.
 * @throws CONFLICT that names the state and the next step.
 */
export function requireState({ status, number }: Row<'ChangeRequest'>, todo: keyof typeof allowedStates): void {
  const states: readonly string[] = allowedStates[todo];
  if (states.includes(status)) return;
  const way = status === 'merged' ? 'merged is final, so open another one' : 'set its status first';
  const message = `Change request ${number} is ${status}; to ${todo} it must be ${joinWithOr(states)}: ${way}`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

/**
 * Refuses edits of a change request that is merged or archived.
 * @throws CONFLICT
 */
export function requireActive(changeRequest: Row<'ChangeRequest'>): void {
  requireState(changeRequest, 'be edited');
}

/**
 * Refuses another state for a merged change request, because that state is final.
 * @throws CONFLICT that names both states.
 */
export function requireNotMerged(to: string, { status, number }: Row<'ChangeRequest'>): void {
  if (status !== 'merged') return;
  const message = `Change request ${number} is merged and cannot become ${to}: merged is final, so open another one`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

function joinWithOr(states: readonly string[]): string {
  return states.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** Returns the ids of an event on a change request. */
export function eventOn({
  id,
  organizationId,
  spaceId,
}: Pick<Row<'ChangeRequest'>, 'id' | 'organizationId' | 'spaceId'>) {
  return { organizationId, targetId: id, spaceId, changeRequestId: id };
}

/** Returns the branch of a change request. */
export function branchOf({ id, organizationId, spaceId, revisionId }: Row<'ChangeRequest'>): Branch {
  return { organizationId, spaceId, changeRequestId: id, parentId: revisionId };
}
