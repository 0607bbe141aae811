import type { Decision } from '../../content/merge/resolve.js';
import { builder, type Fields } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { getRevision } from '../revisions/known-revisions.js';
import { Revision } from '../revisions/revision.js';
import { type ChangedRequest, changeRequestField, knownChangeRequest } from './change-request-payload.js';
import { ConflictChoice, type ConflictView, MergeConflict } from './conflicts.js';
import { changeRequestsById } from './loaders.js';
import { previewOf, toldConflicts } from './merge-preview.js';
import { type ResolutionOutcome, resolveConflicts } from './resolve-actions.js';

const ConflictResolutionInput = builder.inputType('ConflictResolutionInput', {
  description: 'What to settle a conflict with.',
  fields: (t) => ({
    conflict: t.id({ required: true, description: 'Id of the conflict, or of one of its hunks.' }),
    choice: t.field({ type: ConflictChoice, required: true, description: 'What to settle it with.' }),
    value: t.field({
      type: 'JSON',
      description:
        'With the choice `VALUE`: the text of the lines of a hunk; the value of a field or a variable, null for none; the id of the page to put a page below, null for the top level. Paths, layouts, files and what is deleted take a side.',
      extensions: nullClears,
    }),
  }),
});

const most = 100;

mutation('resolveConflicts', {
  description:
    "Settles conflicts of a change request, one or many at a time. Until the last of them is settled nothing of its content changes; then the space's head is brought into it, and it merges. What was settled counts until base, ours or theirs of that conflict moves. CONFLICT for a conflict that it has not, or no more, and for a change request that is merged.",
  policy: 'changeRequest.edit',
  takes: 'The conflicts to settle of a change request.',
  input: (t) => ({
    ...knownChangeRequest(t),
    resolutions: t.field({
      type: [ConflictResolutionInput],
      required: true,
      description: `What to settle them with, 1 to ${most}; the last word on a conflict counts.`,
      extensions: { rest: { schema: { minItems: 1, maxItems: most } } },
    }),
  }),
  action: async ({ resolutions, ...name }, context) => {
    await context.pay(resolutions.reduce((sum, { value }) => sum + bytesOf(value), 0));
    return { spaceId: name.space, ...(await resolveConflicts(context, name, resolutions as Decision[])) };
  },
  payload: {
    description: 'What settling conflicts came to.',
    outputFields: (t: Fields<ResolutionOutcome & ChangedRequest>) => ({
      changeRequest: changeRequestField(t, 'The change request after the change.'),
      conflicts: t.field({
        type: [MergeConflict],
        description: 'The conflicts that remain.',
        resolve: ({ changeRequestId }, _args, context) => remaining(context, changeRequestId),
      }),
      revision: t.field({
        type: Revision,
        nullable: true,
        description: 'The revision that brought the space in; null while conflicts remain.',
        resolve: async ({ changeRequestId, revisionId }, _args, { loaders }) => {
          if (revisionId === null) return null;
          const { organizationId } = await loaders.get(changeRequestsById, changeRequestId);
          return getRevision(loaders, { organizationId, id: revisionId });
        },
      }),
    }),
  },
});

function bytesOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

async function remaining(context: Context, changeRequestId: string): Promise<ConflictView[]> {
  const preview = await previewOf(context, await context.loaders.get(changeRequestsById, changeRequestId));
  return preview ? (await toldConflicts(context, preview)).filter(({ told }) => told.isOpen) : [];
}
