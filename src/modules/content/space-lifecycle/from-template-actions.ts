import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { getRow } from '../../shared/targets.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';
import { lockParentForNew } from '../collections/actions.js';
import type { TemplateApplication } from '../template-copies/application.js';
import { applyTemplate, writeCopyAndRecord } from '../template-copies/application-actions.js';
import { insertSpaceIn, type NewSpace } from './actions.js';

/**
 * Creates a space with a copy of a template's content. The copy is the second revision of the space.
 * @returns the space's id
 * @throws errors of `createSpace`; BAD_USER_INPUT for a template that the viewer may not read, and for parameters that
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
  const lockParent = (unit: UnitOfWork) => lockParentForNew(unit, organizationId, space.parent);
  return applyTemplate(actor, {
    application: { ...template, prefix: 'template.' },
    lockBase: async (unit) => {
      await lockParent(unit);
      return { organizationId, spaceId: id, revision: null };
    },
    write: async (unit, copy) => {
      await insertSpaceIn(unit, await lockParent(unit), { ...space, id });
      const { revisionId: parentId } = await getRow(unit, 'Space', id);
      await writeCopyAndRecord(unit, { organizationId, spaceId: id, parentId }, copy);
      return id;
    },
  });
}
