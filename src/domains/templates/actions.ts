import { AppError, badInput } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Row } from '../../store/rows.js';
import { insertChangeRequest, lockForProposal, type NewChangeRequest } from '../change-requests/actions.js';
import { lockChangeRequest, requireActive } from '../change-requests/targets.js';
import { lockPlaceForNew } from '../collections/actions.js';
import { requireDirectWrite } from '../merge-rules/require-rules.js';
import type { Act, Actor } from '../shared/act.js';
import { getRow, lockTarget, readTarget } from '../shared/targets.js';
import { insertSpaceIn, type NewSpace } from '../spaces/actions.js';
import type { ApplicationBase, TemplateApplication } from './application.js';
import { applying, writeApplied } from './application-actions.js';

/** A template to apply to what is there. */
export interface SpaceApplication extends TemplateApplication {
  /** Id of the space. */
  space: string;
  /** Id or number of a change request of the space; absent: its head takes the copy. */
  changeRequest?: string | null;
}

/**
 * Copies a template's content behind that of a space, or of a change request of it, as one revision.
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space), CONFLICT where the change request is merged or archived and where
 * merge rules want one; BAD_USER_INPUT for a change request that the space does not have, for a template that the viewer may
 * not read, and for parameters that do not fit it.
 */
export function applyTemplateToSpace(actor: Actor, { space: spaceId, ...request }: SpaceApplication): Promise<void> {
  const { changeRequest, ...application } = request;
  const lock = (under: Act): Promise<Row<'Space' | 'ChangeRequest'>> =>
    changeRequest == null ? lockHead(under, spaceId) : lockProposal(under, spaceId, changeRequest);
  return applying(actor, {
    application: { ...application, prefix: '' },
    lockBase: async (under) => baseOf(under, spaceId, await lock(under)),
    write: async (under, copy) => {
      const { id, organizationId, revisionId: parentId } = await lock(under);
      const place = { organizationId, spaceId, parentId, ...(changeRequest != null && { changeRequestId: id }) };
      await writeApplied(under, place, copy);
    },
  });
}

/**
 * Creates a space that is a copy of a template's content; its second revision has the copy.
 * @returns the space's id
 * @throws what `createSpace` throws; BAD_USER_INPUT for a template that the viewer may not read, and for parameters that
 * do not fit it.
 */
export function createSpaceFromTemplate(
  actor: Actor,
  { template, ...space }: NewSpace & { template: TemplateApplication },
): Promise<string> {
  for (const field of ['computedSource', 'empty'] as const) {
    if (space[field] != null)
      throw badInput(field, `\`${field}\` and \`template\` exclude each other; give one of them`);
  }
  const [id, organizationId] = [newId('Space'), space.organization];
  const lockParent = (under: Act) => lockPlaceForNew(under, organizationId, space.parent);
  return applying(actor, {
    application: { ...template, prefix: 'template.' },
    lockBase: async (under) => {
      await lockParent(under);
      return { organizationId, spaceId: id, revision: null };
    },
    write: async (under, copy) => {
      await insertSpaceIn(under, await lockParent(under), { ...space, id });
      const { revisionId: parentId } = await getRow(under, 'Space', id);
      await writeApplied(under, { organizationId, spaceId: id, parentId }, copy);
      return id;
    },
  });
}

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
    lockBase: async (under) => baseOf(under, spaceId, await lockForProposal(under, proposal)),
    write: async (under, copy) => {
      const space = await lockForProposal(under, proposal);
      const changeRequestId = await insertChangeRequest(under, space, proposal);
      const { organizationId, revisionId: parentId } = space;
      await writeApplied(under, { organizationId, spaceId, changeRequestId, parentId }, copy);
      return changeRequestId;
    },
  });
}

async function baseOf(
  under: Act,
  spaceId: string,
  { organizationId, revisionId }: Row<'Space' | 'ChangeRequest'>,
): Promise<ApplicationBase> {
  const { id, rootHash } = await getRow(under, 'Revision', revisionId);
  return { organizationId, spaceId, revision: { id, rootHash } };
}

/** Merge rules are asked before the copy, too: making one that nobody may write is work for nothing. */
async function lockHead(under: Act, spaceId: string): Promise<Row<'Space'>> {
  const space = await lockTarget(under, 'Space', spaceId, 'space.edit');
  await requireDirectWrite(under, space);
  return space;
}

async function lockProposal(under: Act, space: string, changeRequest: string): Promise<Row<'ChangeRequest'>> {
  await readTarget(under, 'Space', space, 'changeRequest.edit');
  try {
    const found = await lockChangeRequest(under, { space, changeRequest }, 'changeRequest.edit');
    requireActive(found);
    return found;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    const value = JSON.stringify(changeRequest);
    throw badInput('changeRequest', `\`changeRequest\` must be a change request of the space (got ${value})`);
  }
}
