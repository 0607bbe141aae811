import type { Action } from '../../../access/required-roles.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { preparedQuery } from '../../../platform/db/query/prepared-query.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Branch } from '../../content/revisions/append-revision.js';
import { requireHead } from '../../content/revisions/require-head.js';
import { findRow, lockQueriedRow, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** The members of a request that identify a change request: its space, and its id or its number in the space. */
export interface ChangeRequestName {
  space: string;
  /** Id, or number within the space: digits without leading zeros, at most 9. */
  changeRequest: string;
}

/**
 * A change request, and the id of the revision that the caller expects. If the current revision differs, the action is
 * refused.
 */
export interface ChangeRequestAtRevision extends ChangeRequestName {
  /** Id of the expected revision; if absent, any revision is accepted. */
  head?: string | null;
}

/** Reports whether the name of a change request is its number and not its id. Ids never consist of digits only. */
export function isNumber(name: string): boolean {
  return /^[1-9][0-9]{0,8}$/.test(name);
}

/**
 * Locks and reads the change request of an action.
 * @throws NOT_FOUND if the space has no such change request or the viewer may not see it; FORBIDDEN, also for a locked
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
  const [found] = await Promise.all([lockQueriedRow(unit, 'ChangeRequest', query), findRow(unit, 'Space', space)]);
  if (!found) throw notFound('change request', changeRequest);
  // The error must not reveal the id of a change request that the viewer may not see.
  return readTarget(unit, 'ChangeRequest', { id: found.id, name: changeRequest }, action);
}

/** Returns the query that selects a change request of a space by its id or number. */
const changeRequestQuery = <Name>(column: 'id' | 'number') =>
  preparedQuery<{ space: string; name: Name }, Row<'ChangeRequest'>>((read, value) =>
    read.sql
      .selectFrom('ChangeRequest')
      .selectAll()
      .where('spaceId', '=', value('space'))
      .where(column, '=', value('name')),
  );

const byId = changeRequestQuery<string>('id');
const byNumber = changeRequestQuery<number>('number');

/**
 * Checks that a change request has the revision that the caller expects.
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
 * States of a change request that allow an action. The key is a phrase for the action, which error messages contain.
 * The subject and the description can be changed in every state.
 */
const allowedStates = {
  'be merged': ['open'],
  'be edited': ['draft', 'open'],
  'be reviewed': ['draft', 'open'],
  'be brought up to date': ['draft', 'open', 'archived'],
} as const;

/**
 * Checks that the state of a change request allows an action.
 * @throws CONFLICT with the state and the next step
 */
export function requireState({ status, number }: Row<'ChangeRequest'>, actionPhrase: keyof typeof allowedStates): void {
  const states: readonly string[] = allowedStates[actionPhrase];
  if (states.includes(status)) return;
  const nextStep = status === 'merged' ? 'merged is final, so open another one' : 'set its status first';
  const message = `Change request ${number} is ${status}; to ${actionPhrase} it must be ${joinWithOr(states)}: ${nextStep}`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

/**
 * Checks that a change request is neither merged nor archived, so that it can be edited.
 * @throws CONFLICT
 */
export function requireActive(changeRequest: Row<'ChangeRequest'>): void {
  requireState(changeRequest, 'be edited');
}

/**
 * Checks that a change request is not merged, because a merged change request cannot change its state.
 * @throws CONFLICT with both states
 */
export function requireNotMerged(to: string, { status, number }: Row<'ChangeRequest'>): void {
  if (status !== 'merged') return;
  const message = `Change request ${number} is merged and cannot become ${to}: merged is final, so open another one`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

function joinWithOr(states: readonly string[]): string {
  return states.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** Returns the ids for an event of the log about a change request. */
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
