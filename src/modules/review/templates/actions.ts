import { AppError, badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { TemplateApplication } from '../../content/template-copies/application.js';
import {
  applicationBase,
  applyTemplate,
  writeCopyAndRecord,
} from '../../content/template-copies/application-actions.js';
import { lockTarget, readTarget } from '../../shared/targets.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';
import { lockChangeRequest, requireActive } from '../change-requests/targets.js';
import { requireDirectWrite } from '../merge-rules/require-rules.js';

/** A template to apply to existing content. */
export interface SpaceApplication extends TemplateApplication {
  /** Id of the space. */
  space: string;
  /** Id or number of a change request of the space; if absent, the template is applied to the space's head. */
  changeRequest?: string | null;
}

/**
 * Adds a copy of a template's content to the content of a space or of a change request, as one revision.
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space)
 * @throws CONFLICT if the change request is merged or archived, and if merge rules require a change request
 * @throws BAD_USER_INPUT for a change request that the space does not have, for a template that the viewer may not
 * read, and for unsuitable parameters
 */
export function applyTemplateToSpace(actor: Actor, { space: spaceId, ...request }: SpaceApplication): Promise<void> {
  const { changeRequest, ...application } = request;
  const lock = (unit: UnitOfWork): Promise<Row<'Space' | 'ChangeRequest'>> =>
    changeRequest == null ? lockHead(unit, spaceId) : lockTargetChangeRequest(unit, spaceId, changeRequest);
  return applyTemplate(actor, {
    application: { ...application, prefix: '' },
    lockBase: async (unit) => applicationBase(unit, spaceId, await lock(unit)),
    write: async (unit, copy) => {
      const { id, organizationId, revisionId: parentId } = await lock(unit);
      const branch = { organizationId, spaceId, parentId, ...(changeRequest != null && { changeRequestId: id }) };
      await writeCopyAndRecord(unit, branch, copy);
    },
  });
}

/**
 * Locks a space and checks that its merge rules allow a direct write. It does this before the template is copied,
 * because a refused write would discard the copy.
 */
async function lockHead(unit: UnitOfWork, spaceId: string): Promise<Row<'Space'>> {
  const space = await lockTarget(unit, 'Space', spaceId, 'space.edit');
  await requireDirectWrite(unit, space);
  return space;
}

async function lockTargetChangeRequest(
  unit: UnitOfWork,
  space: string,
  changeRequest: string,
): Promise<Row<'ChangeRequest'>> {
  await readTarget(unit, 'Space', space, 'changeRequest.edit');
  try {
    const found = await lockChangeRequest(unit, { space, changeRequest }, 'changeRequest.edit');
    requireActive(found);
    return found;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    const value = JSON.stringify(changeRequest);
    throw badInput('changeRequest', `\`changeRequest\` must be a change request of the space (got ${value})`);
  }
}
