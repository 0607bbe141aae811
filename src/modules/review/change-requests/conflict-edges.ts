import { builder } from '../../../api/graphql/schema/builder.js';
import { ChangeRequest } from './change-request.js';
import { MergeConflict } from './conflicts.js';
import { conflictViewsOf, MergePreview, previewOf } from './merge-preview.js';

builder.objectFields(ChangeRequest, (t) => ({
  conflicts: t.field({
    type: [MergeConflict],
    description:
      'The conflicts of a merge now, resolved or not; empty for a change request that merges cleanly or is merged.',
    resolve: async (changeRequest, _args, context) => {
      const preview = await previewOf(context, changeRequest);
      return preview ? conflictViewsOf(context, preview) : [];
    },
  }),
  mergePreview: t.field({
    type: MergePreview,
    nullable: true,
    description: 'Preview of a merge now; null if it is merged.',
    resolve: (changeRequest, _args, context) => previewOf(context, changeRequest),
  }),
}));
