import { headOf, requireHead } from '../../content/revisions/require-head.js';
import type { Act } from '../../shared/act.js';
import { lockTarget } from '../../shared/targets.js';
import { requireDirectWrite } from '../merge-rules/require-rules.js';
import { type ContentUpdate, changeLine, type RequestedChange } from './content-actions.js';

/** The head of a space, and the one that the caller knows: with another one nothing is done. */
export interface HeadName {
  space: string;
  head?: string | null;
}

/**
 * Changes the content of a space at its head, in the transaction of an action: all the changes as one revision.
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space), CONFLICT for another head and where the merge rules want a change
 * request, BAD_USER_INPUT naming the change at fault.
 */
export async function changeHead(under: Act, name: HeadName, changes: RequestedChange[]): Promise<ContentUpdate> {
  const space = await lockTarget(under, 'Space', name.space, 'space.edit');
  requireHead(under, headOf(space), name.head);
  await requireDirectWrite(under, space);
  const { id: spaceId, organizationId, revisionId: parentId } = space;
  const update = await changeLine(under, { line: { organizationId, spaceId, parentId }, start: null }, changes);
  const changed = { revision: update.revisionId };
  if (update.revisionId !== parentId)
    under.record({ organizationId, action: 'updateSpaceContent', targetId: spaceId, changes: changed });
  return update;
}
