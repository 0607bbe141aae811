import type { Action } from '../../../access/actions.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { preparedQuery } from '../../../platform/db/query/prepared-query.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Branch } from '../../content/revisions/append-revision.js';
import { requireHead } from '../../content/revisions/require-head.js';
import { findRow, lockFound, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A change request as clients name it: its space, and its id or its number there. */
export interface ChangeRequestName {
  space: string;
  /** Id, or number within the space: digits without leading zeros, at most 9. */
  changeRequest: string;
}

/** A change request, and the revision that the caller knows of it: with another one nothing is done. */
export interface KnownChangeRequest extends ChangeRequestName {
  /** Id of the revision; absent: whatever it is. */
  head?: string | null;
}

/** Whether a name is a number; ids never consist of digits alone. */
export function isNumber(name: string): boolean {
  return /^[1-9][0-9]{0,8}$/.test(name);
}

/**
 * Locks and reads the change request that an action is about.
 * @throws NOT_FOUND where the space has none of that name or the viewer may not see it; FORBIDDEN, also for a locked space.
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
  // Its space is read behind the lock, by which it is judged; both travel together.
  const [found] = await Promise.all([lockFound(unit, 'ChangeRequest', query), findRow(unit, 'Space', space)]);
  if (!found) throw notFound('change request', changeRequest);
  // The error of one that is not seen must not tell the id behind a number.
  return readTarget(unit, 'ChangeRequest', { id: found.id, name: changeRequest }, action);
}

/** Change requests of a space by a column that names them. */
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

/** Refuses what has another revision than the caller knows. @throws what `requireHead` throws. */
export function requireKnown(
  unit: UnitOfWork,
  { number, revisionId }: Row<'ChangeRequest'>,
  { head }: KnownChangeRequest,
): void {
  requireHead(unit, { what: `change request ${number}`, revisionId }, head);
}

/** What is done to a change request, and the states that it takes. Its subject and description are changed in any. */
const takenStates = {
  'be merged': ['open'],
  'be edited': ['draft', 'open'],
  'be reviewed': ['draft', 'open'],
  'be brought up to date': ['draft', 'open', 'archived'],
} as const;

/** Refuses what the state of a change request does not take. @throws CONFLICT naming the state, and what to do. */
export function requireState({ status, number }: Row<'ChangeRequest'>, todo: keyof typeof takenStates): void {
  const states: readonly string[] = takenStates[todo];
  if (states.includes(status)) return;
  const way = status === 'merged' ? 'merged is final, so open another one' : 'set its status first';
  const message = `Change request ${number} is ${status}; to ${todo} it must be ${oneOf(states)}: ${way}`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

/** Refuses to edit what is put away or over. @throws CONFLICT where it is merged or archived. */
export function requireActive(changeRequest: Row<'ChangeRequest'>): void {
  requireState(changeRequest, 'be edited');
}

/** Refuses to take a change request out of the state that is final. @throws CONFLICT naming both states. */
export function requireWayTo(to: string, { status, number }: Row<'ChangeRequest'>): void {
  if (status !== 'merged') return;
  const message = `Change request ${number} is merged and cannot become ${to}: merged is final, so open another one`;
  throw new AppError('CONFLICT', message, { reason: 'WRONG_STATE' });
}

function oneOf(states: readonly string[]): string {
  return states.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** What an event on a change request is about. */
export function eventOn({
  id,
  organizationId,
  spaceId,
}: Pick<Row<'ChangeRequest'>, 'id' | 'organizationId' | 'spaceId'>) {
  return { organizationId, targetId: id, spaceId, changeRequestId: id };
}

/** The branch of a change request. */
export function branchOf({ id, organizationId, spaceId, revisionId }: Row<'ChangeRequest'>): Branch {
  return { organizationId, spaceId, changeRequestId: id, parentId: revisionId };
}
