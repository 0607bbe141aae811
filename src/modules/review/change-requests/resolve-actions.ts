import type { Decision } from '../../../engine/change/merge/resolve.js';
import { AppError } from '../../../platform/base/errors.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { computeVersionsTask, lockSpaceAndChangeRequest, writeUpdate } from './merge-actions.js';
import { readResolutions, storeResolutions } from './stored-resolutions.js';
import { type ChangeRequestAtRevision, eventOn } from './targets.js';

/** Result of resolving conflicts. `revisionId` is null while conflicts are open. */
export interface ResolutionOutcome {
  changeRequestId: string;
  revisionId: string | null;
}

/**
 * Resolves conflicts of a change request. When all conflicts are resolved, merges the head of the space into the change
 * request. Until then, its content does not change.
 * @throws NOT_FOUND, FORBIDDEN
 * @throws CONFLICT if it is merged, and for a conflict that it does not have, or no longer has
 * @throws BAD_USER_INPUT with the position of a decision that is not valid for its conflict
 */
export function resolveConflicts(
  actor: Actor,
  name: ChangeRequestAtRevision,
  decisions: Decision[],
): Promise<ResolutionOutcome> {
  return runAction(actor, async (unit) => {
    const locked = await lockSpaceAndChangeRequest(unit, name, 'changeRequest.edit');
    const { changeRequest, versions } = locked;
    const { id } = changeRequest;
    const resolutions = await readResolutions(unit.tx.read, id);
    const input = { ...versions, resolutions, decisions };
    const outcome = await computeVersionsTask(unit, locked, { branch: id, name: 'resolve', input });
    if ('unknown' in outcome) throw outdatedConflict(outcome.unknown, decisions);
    const { decisions: storedDecisions, merged } = outcome;
    if (!merged) await storeResolutions(unit, changeRequest, storedDecisions);
    const revisionId = merged && (await writeUpdate(unit, locked, { ...merged, resolved: true }));
    const changes = revisionId === null ? undefined : { revision: revisionId };
    unit.record({ ...eventOn(changeRequest), action: 'resolveConflicts', ...(changes && { changes }) });
    return { changeRequestId: id, revisionId };
  });
}

function outdatedConflict(index: number, decisions: readonly Decision[]): AppError {
  const field = `resolutions[${index}].conflict`;
  const id = JSON.stringify(decisions[index]!.conflict);
  const message = `\`${field}\` must be a conflict that the change request has now (got ${id}): read its conflicts again`;
  return new AppError('CONFLICT', message, { field, reason: 'CONFLICT_OUTDATED' });
}
