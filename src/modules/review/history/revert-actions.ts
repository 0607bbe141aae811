import { hasSameContent } from '../../../engine/tree/manifest/manifest.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { appendRevision } from '../../content/revisions/append-revision.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { requireHead, spaceHead } from '../../content/revisions/require-head.js';
import { getRow, lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { requireDirectWrite } from '../merge-rules/require-rules.js';
import { spaceRevisions } from './loaders.js';

/** A space to revert, and the revision to revert it to. */
export interface Reversion {
  space: string;
  /** Id of a former head of the space. */
  revision: string;
  /**
   * Id of the head that the caller expects. If the current head differs, the action is refused. If absent, any head is
   * accepted.
   */
  head?: string | null;
}

/**
 * Resets the content of a space to that of an earlier head, as a new revision of the type `rollback`. All revisions
 * stay in the history. Creates no revision if the head already has that content.
 * @returns the id of the new head; id of the previous head if the content is equal
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space), BAD_USER_INPUT for a revision that is not in the history
 * @throws CONFLICT if the head is not the expected one, and if merge rules require a change request
 */
export function revertTo(actor: Actor, { space: id, revision, head }: Reversion): Promise<string> {
  return runAction(actor, async (unit) => {
    const space = await lockTarget(unit, 'Space', id, 'space.revert');
    requireHead(unit, spaceHead(space), head);
    await requireDirectWrite(unit, space);
    const earlier = await getEarlierHead(unit, space, revision);
    const current = await getRow(unit, 'Revision', space.revisionId);
    return rollBack(unit, current, earlier);
  });
}

async function getEarlierHead({ tx }: UnitOfWork, space: Row<'Space'>, id: string): Promise<Row<'Revision'>> {
  const query = spaceRevisions(tx.read).where('id', '=', id).where('spaceId', '=', space.id);
  const found = await tx.read.first(query);
  if (found) return found;
  throw badInput('revision', `\`revision\` must be a revision of the history of the space (got ${JSON.stringify(id)})`);
}

async function rollBack(unit: UnitOfWork, current: Row<'Revision'>, earlier: Row<'Revision'>): Promise<string> {
  const { organizationId, spaceId, id: parentId } = current;
  const { read } = unit.tx;
  const [before, after] = [await readManifest(read, current), await readManifest(read, earlier)];
  if (hasSameContent(before, after)) return parentId;
  const branch = { organizationId, spaceId, parentId };
  const revisionId = await appendRevision(unit, branch, { type: 'rollback', before, after, blobs: new Map() });
  const changes = { revision: revisionId, to: earlier.id };
  unit.record({ organizationId, action: 'revertTo', targetId: spaceId, changes });
  return revisionId;
}
