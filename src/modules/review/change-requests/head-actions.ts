import { requireHead, spaceHead } from '../../content/revisions/require-head.js';
import { lockTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { requireDirectWrite } from '../merge-rules/require-rules.js';
import { type ContentUpdate, changeBranch, type RequestedChange } from './content-actions.js';

/** A space, and the id of the head that the caller expects. If the head differs, the action is refused. */
export interface HeadName {
  space: string;
  head?: string | null;
}

/**
 * Changes the content of a space at its head, in the transaction of an action: all changes as one revision.
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space)
 * @throws CONFLICT if the head is not the expected one, and if merge rules require a change request
 * @throws BAD_USER_INPUT with the position of the invalid change
 */
export async function changeHead(unit: UnitOfWork, name: HeadName, changes: RequestedChange[]): Promise<ContentUpdate> {
  const space = await lockTarget(unit, 'Space', name.space, 'space.edit');
  requireHead(unit, spaceHead(space), name.head);
  await requireDirectWrite(unit, space);
  const { id: spaceId, organizationId, revisionId: parentId } = space;
  const update = await changeBranch(unit, { branch: { organizationId, spaceId, parentId }, start: null }, changes);
  const changed = { revision: update.revisionId };
  if (update.revisionId !== parentId)
    unit.record({ organizationId, action: 'updateSpaceContent', targetId: spaceId, changes: changed });
  return update;
}
