import { mutation } from '../../graphql/mutation.js';
import { revisionsById } from '../revisions/loaders.js';
import { Revision } from '../revisions/revision.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import type { ChangeWithoutBytes } from './content-files.js';
import { updateHeadWithFiles } from './content-files.js';
import { changesField, payForChanges } from './content-input.js';

mutation('updateSpaceContent', {
  description:
    'Changes the content of a space itself: all changes as one revision, or none. CONFLICT where merge rules hold for it, unless they let the caller bypass them.',
  policy: 'space.edit',
  takes: "Changes of a space's content.",
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    head: t.id({
      description: 'Id of the head that you know: with another one it is a CONFLICT, and nothing is done.',
    }),
    changes: changesField(t),
  }),
  action: async ({ changes, ...head }, context) => {
    await payForChanges(context, changes);
    return updateHeadWithFiles(context, head, changes as ChangeWithoutBytes[]);
  },
  payload: {
    description: 'The space with its content.',
    outputFields: (t) => ({
      space: t.field({
        type: Space,
        description: 'The space after the changes.',
        resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
      }),
      revision: t.field({
        type: Revision,
        description: 'Its head after them; the same as before where they change nothing.',
        resolve: ({ revisionId }, _args, { loaders }) => loaders.get(revisionsById, revisionId),
      }),
    }),
  },
});
