import type { TemplateApplication } from '../../content/template-copies/application.js';
import { applicationBase, applying, writeApplied } from '../../content/template-copies/application-actions.js';
import type { Actor } from '../../shared/act.js';
import { insertChangeRequest, lockForProposal, type NewChangeRequest } from './actions.js';

/**
 * Opens a change request on a space's head, with a copy of a template's content in it.
 * @returns the change request's id
 * @throws what `createChangeRequest` throws; BAD_USER_INPUT for a template that the viewer may not read, and for
 * parameters that do not fit it.
 */
export function createChangeRequestFromTemplate(
  actor: Actor,
  { template, ...proposal }: NewChangeRequest & { template: TemplateApplication },
): Promise<string> {
  const { space: spaceId } = proposal;
  return applying(actor, {
    application: { ...template, prefix: 'template.' },
    lockBase: async (under) => applicationBase(under, spaceId, await lockForProposal(under, proposal)),
    write: async (under, copy) => {
      const space = await lockForProposal(under, proposal);
      const changeRequestId = await insertChangeRequest(under, space, proposal);
      const { organizationId, revisionId: parentId } = space;
      await writeApplied(under, { organizationId, spaceId, changeRequestId, parentId }, copy);
      return changeRequestId;
    },
  });
}
