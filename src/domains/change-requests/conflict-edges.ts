import { builder } from '../../graphql/builder.js';
import { ChangeRequest } from './change-request.js';
import { MergeConflict } from './conflicts.js';
import { MergePreview, previewOf, toldConflicts } from './merge-preview.js';

builder.objectFields(ChangeRequest, (t) => ({
  conflicts: t.field({
    type: [MergeConflict],
    description:
      'What a merge would have to decide now, settled or not; empty for a change request that merges cleanly or is merged.',
    resolve: async (changeRequest, _args, context) => {
      const preview = await previewOf(context, changeRequest);
      return preview ? toldConflicts(context, preview) : [];
    },
  }),
  mergePreview: t.field({
    type: MergePreview,
    nullable: true,
    description: 'What merging it would come to now; null for one that is merged.',
    resolve: (changeRequest, _args, context) => previewOf(context, changeRequest),
  }),
}));
