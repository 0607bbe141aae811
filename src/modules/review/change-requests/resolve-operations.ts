import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import type { Decision } from '../../../engine/change/merge/resolve.js';
import { Revision } from '../../content/revisions/revision.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { type ChangedRequest, changeRequestAtRevisionFields, changeRequestField } from './change-request-payload.js';
import { ConflictChoice, type ConflictView, MergeConflict } from './conflicts.js';
import { changeRequestsById } from './loaders.js';
import { conflictViewsOf, previewOf } from './merge-preview.js';
import { type ResolutionOutcome, resolveConflicts } from './resolve-actions.js';

const ConflictResolutionInput = builder.inputType('ConflictResolutionInput', {
  description: 'Resolution of a conflict.',
  fields: (t) => ({
    conflict: t.id({ required: true, description: 'Id of the conflict, or of one of its hunks.' }),
    choice: t.field({ type: ConflictChoice, required: true, description: 'Resolution of the conflict.' }),
    value: t.field({
      type: 'JSON',
      description:
        'With the choice `VALUE`: the text of the lines of a hunk, or the value of a field or a variable, null for none. For a move it is the id of the new parent page, null for the top level. Paths, layouts, files and deletions take a side.',
      extensions: nullClears,
    }),
  }),
});

const maxResolutions = 100;

const ResolveOutcome = documentedEnum('ResolveOutcome', 'Result of resolving conflicts.', {
  update: 'No conflict remains: the change request was updated from its space.',
  conflicts: 'Other conflicts remain.',
});

mutation('resolveConflicts', {
  description:
    'Resolves one or more conflicts of a change request. Its content does not change until the last one is resolved. Then it is updated from the head of the space, and it can be merged. A resolution is valid until base, ours or theirs of that conflict changes. CONFLICT for a conflict that the change request does not have, or no longer has, and for a merged change request.',
  policy: 'changeRequest.edit',
  takes: 'The conflicts of a change request to resolve.',
  input: (t) => ({
    ...changeRequestAtRevisionFields(t),
    resolutions: t.field({
      type: [ConflictResolutionInput],
      required: true,
      description: `Resolutions, 1 to ${maxResolutions}; for a conflict that occurs twice, the last one counts.`,
      extensions: { rest: { schema: { minItems: 1, maxItems: maxResolutions } } },
    }),
  }),
  action: async ({ resolutions, ...name }, context) => {
    await context.pay(resolutions.reduce((sum, { value }) => sum + textLength(value), 0));
    return { spaceId: name.space, ...(await resolveConflicts(context, name, resolutions as Decision[])) };
  },
  payload: {
    description: 'Result of resolving conflicts.',
    outputFields: (t: Fields<ResolutionOutcome & ChangedRequest>) => ({
      outcome: t.field({
        type: ResolveOutcome,
        description: 'The result.',
        resolve: ({ revisionId }) => (revisionId === null ? 'conflicts' : 'update'),
      }),
      changeRequest: changeRequestField(t, 'The change request after the change.'),
      conflicts: t.field({
        type: [MergeConflict],
        description: 'The conflicts that remain open.',
        resolve: ({ changeRequestId }, _args, context) => openConflicts(context, changeRequestId),
      }),
      revision: t.field({
        type: Revision,
        nullable: true,
        description: 'The revision that updated the change request from its space; null while conflicts remain.',
        resolve: async ({ changeRequestId, revisionId }, _args, { loaders }) => {
          if (revisionId === null) return null;
          const { organizationId } = await loaders.get(changeRequestsById, changeRequestId);
          return getRevision(loaders, { organizationId, id: revisionId });
        },
      }),
    }),
  },
});

function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

async function openConflicts(context: Context, changeRequestId: string): Promise<ConflictView[]> {
  const preview = await previewOf(context, await context.loaders.get(changeRequestsById, changeRequestId));
  return preview ? (await conflictViewsOf(context, preview)).filter(({ conflict }) => conflict.isOpen) : [];
}
