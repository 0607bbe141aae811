import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Revision } from '../../content/revisions/revision.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { proposedRevision, seesChangeRequest } from '../change-requests/change-request.js';
import { findChangeRequest } from '../change-requests/find-change-request.js';
import { revisionIn } from './history-edges.js';

builder.queryFields((t) => ({
  content: t.field({
    type: Revision,
    nullable: true,
    description:
      'The content of a space: its head, one of its revisions, or the content of one of its change requests.',
    args: {
      space: t.arg.id({ required: true, description: "The space's id." }),
      revision: t.arg.id({ description: 'Id of a revision of the space or of one of its change requests.' }),
      changeRequest: t.arg.string({ description: 'Id of a change request of the space, or its number there.' }),
    },
    extensions: { policy: 'guards of Revision and ChangeRequest' },
    resolve: (_root, selection, context) => selectRevision(context, selection),
  }),
}));

interface ContentSelection {
  space: string;
  revision?: string | null;
  changeRequest?: string | null;
}

/**
 * Returns the revision that the arguments select: the head of the space by default.
 * @throws BAD_USER_INPUT if both a revision and a change request are given.
 */
async function selectRevision(
  context: Context,
  { space: spaceId, revision, changeRequest }: ContentSelection,
): Promise<Row<'Revision'> | null> {
  if (changeRequest != null && revision != null)
    throw badInput('revision', '`revision` and `changeRequest` exclude each other; give one of them');
  if (changeRequest != null) return findProposedRevision(context, spaceId, changeRequest);
  const space = await context.loaders.load(spacesById, spaceId);
  if (!space) return null;
  const { organizationId, revisionId } = space;
  return revision == null
    ? getRevision(context.loaders, { organizationId, id: revisionId })
    : revisionIn(context, space, revision);
}

async function findProposedRevision(context: Context, spaceId: string, name: string): Promise<Row<'Revision'> | null> {
  const changeRequest = await findChangeRequest(context, name, spaceId);
  const isVisible = changeRequest !== null && (await seesChangeRequest(changeRequest, context));
  return isVisible ? proposedRevision(context.loaders, changeRequest) : null;
}
