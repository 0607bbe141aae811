import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { headField, headPayload } from '../../content/revisions/head-payload.js';
import type { ContentUpdate } from './content-actions.js';
import { type ChangeWithoutBytes, updateHeadWithFiles } from './content-files.js';
import { changesField, payForChanges } from './content-input.js';
import { SpaceContentUpdate } from './content-operations.js';

const head = headPayload({
  description: 'The space with its content.',
  space: 'The space after the changes.',
  revision: 'Head after the changes; the previous head if they change nothing.',
});

mutation('updateSpaceContent', {
  description:
    'Changes the content of a space directly: all changes as one revision, or none. CONFLICT if merge rules protect the space, unless the caller may bypass them.',
  policy: 'space.edit',
  takes: "Changes of a space's content.",
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    head: headField(t),
    changes: changesField(t),
  }),
  action: async ({ changes, ...head }, context) => {
    await payForChanges(context, changes);
    return updateHeadWithFiles(context, head, changes as ChangeWithoutBytes[]);
  },
  payload: {
    description: 'The space with its content.',
    outputFields: (t: Fields<ContentUpdate>) => ({
      ...head.outputFields(t),
      update: t.field({
        type: SpaceContentUpdate,
        description: 'The effect of each change.',
        resolve: (update) => update,
      }),
    }),
  },
});
