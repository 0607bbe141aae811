import type { TemplateApplication } from '../../content/template-copies/application.js';
import {
  applicationBase,
  applyTemplate,
  writeCopyAndRecord,
} from '../../content/template-copies/application-actions.js';
import type { Actor } from '../../shared/unit-of-work.js';
import { insertChangeRequest, lockChangeRequestSpace, type NewChangeRequest } from './actions.js';

/**
 * Opens a change request on a space's head that contains a copy of a template's content.
 * @returns the change request's id
 * @throws errors of `createChangeRequest`; BAD_USER_INPUT for a template that the viewer may not read, and for
 * parameters that do not match the template
 */
export function createChangeRequestFromTemplate(
  actor: Actor,
  { template, ...proposal }: NewChangeRequest & { template: TemplateApplication },
): Promise<string> {
  const { space: spaceId } = proposal;
  return applyTemplate(actor, {
    application: { ...template, prefix: 'template.' },
    lockBase: async (unit) => applicationBase(unit, spaceId, await lockChangeRequestSpace(unit, proposal)),
    write: async (unit, copy) => {
      const space = await lockChangeRequestSpace(unit, proposal);
      const changeRequestId = await insertChangeRequest(unit, space, proposal);
      const { organizationId, revisionId: parentId } = space;
      await writeCopyAndRecord(unit, { organizationId, spaceId, changeRequestId, parentId }, copy);
      return changeRequestId;
    },
  });
}
