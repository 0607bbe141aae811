import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { differencesOf } from '../../../engine/change/diff/difference.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { Revision } from '../../content/revisions/revision.js';
import { findRevision, getRevision } from '../../content/revisions/revision-cache.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import {
  changesInPair,
  type DifferenceView,
  differenceViews,
  type RevisionPair,
  readRevisionPair,
} from './difference-view.js';
import { RevisionDifference, SemanticChangesType, semanticChanges } from './revision-changes.js';

builder.objectField(Revision, 'diff', (t) =>
  arrayField(t, {
    type: RevisionDifference as never,
    description:
      'Differences from this revision to another one of the same space or its change requests. Pages come in reading order, then deleted pages, files, variables, reusable contents.',
    args: { to: t.arg.id({ required: true, description: 'Id of the other revision.' }) },
    items: async (revision: Row<'Revision'>, { to }, context) => {
      const pair = await readRevisionPair(context, revision, await findOtherRevision(context, revision, to));
      return { identity: ['Revision.diff', revision.id, to], items: differencesIn(context, pair) };
    },
  }),
);

builder.objectField(ChangeRequest, 'diff', (t) =>
  arrayField(t, {
    type: RevisionDifference as never,
    description:
      'Its differences from the content of the space that it was last updated from; of the same kind as those between two revisions.',
    args: {},
    items: async (changeRequest: Row<'ChangeRequest'>, _args, context) => {
      const pair = await readProposedPair(context, changeRequest);
      return {
        identity: ['ChangeRequest.diff', changeRequest.id, pair.after.revision.id],
        items: differencesIn(context, pair),
      };
    },
  }),
);

function differencesIn(context: Context, pair: RevisionPair): DifferenceView[] {
  return differenceViews(pair, differencesOf(changesInPair(context, pair)));
}

/** Reads the base revision and the current revision of a change request. */
async function readProposedPair(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<RevisionPair> {
  const { organizationId, revisionId } = changeRequest;
  const ids = [baseRevisionOf(changeRequest), revisionId];
  const [base, proposed] = await Promise.all(ids.map((id) => getRevision(context.loaders, { organizationId, id })));
  return readRevisionPair(context, base!, proposed!);
}

async function findOtherRevision(
  { loaders }: Context,
  { organizationId, spaceId }: Row<'Revision'>,
  id: string,
): Promise<Row<'Revision'>> {
  const found = await findRevision(loaders, { organizationId, id });
  if (found?.spaceId === spaceId) return found;
  throw badInput('to', `\`to\` must be a revision of the same space (got ${JSON.stringify(id)})`);
}

/**
 * Returns the arguments of the operations in the contract. `metadata` and `computed` do not change the result, because
 * changes contain neither git data nor computed content.
 */
const changesArguments = <Parent>(t: Fields<Parent>) => ({
  limit: t.arg.int({
    defaultValue: 10,
    description: 'Maximum number of changes to return, 0 or more; never more than 20,000.',
  }),
  metadata: t.arg.boolean({ defaultValue: true, description: 'Has no effect, because changes have no git data.' }),
  computed: t.arg.boolean({
    defaultValue: true,
    description: 'Has no effect, because only stored content is compared.',
  }),
});

builder.objectField(Revision, 'semanticChanges', (t) =>
  t.field({
    type: SemanticChangesType,
    description: 'Differences between the revision and its first parent.',
    extensions: internal,
    args: changesArguments(t),
    resolve: async (revision, { limit }, context) => {
      const pair = await readRevisionPair(context, await findParent(context, revision), revision);
      return semanticChanges(context, pair, { mergedFromId: revision.mergedFromId, limit });
    },
  }),
);

/**
 * Returns the first parent of a revision; null for the first revision of a space.
 * @throws NOT_FOUND if retention has removed the parent, and the cached row of the revision still names it
 */
async function findParent(
  { loaders }: Context,
  { organizationId, parentId }: Row<'Revision'>,
): Promise<Row<'Revision'> | null> {
  if (parentId === null) return null;
  const parent = await findRevision(loaders, { organizationId, id: parentId });
  if (!parent) throw notFound('revision', parentId);
  return parent;
}

builder.objectField(ChangeRequest, 'semanticChanges', (t) =>
  t.field({
    type: SemanticChangesType,
    description: 'Differences of the change request from the content that it was last updated from.',
    extensions: internal,
    args: changesArguments(t),
    resolve: async (changeRequest, { limit }, context) =>
      semanticChanges(context, await readProposedPair(context, changeRequest), { mergedFromId: null, limit }),
  }),
);
