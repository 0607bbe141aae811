import { mutation } from '../../graphql/mutation.js';
import { revisionsById } from '../revisions/loaders.js';
import { Revision } from '../revisions/revision.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import { revertTo } from './revert-action.js';

mutation('revertTo', {
  description:
    'Gives a space the content of an earlier revision, as a new one; nothing is done where it has that content.',
  policy: 'space.revert',
  takes: 'The space, and the revision to go back to.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    revision: t.id({ required: true, description: "Id of a revision of the space's history." }),
    head: t.id({
      description: 'Id of the head that you know: with another one it is a CONFLICT, and nothing is done.',
    }),
  }),
  action: async (input, context) => ({
    spaceId: input.space,
    revisionId: await revertTo(context, input),
  }),
  payload: {
    description: 'The space after the reversion.',
    outputFields: (t) => ({
      space: t.field({
        type: Space,
        description: 'The space after the reversion.',
        resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
      }),
      revision: t.field({
        type: Revision,
        description: 'The head after it: of the type rollback, or the same as before where there was nothing to do.',
        resolve: ({ revisionId }, _args, { loaders }) => loaders.get(revisionsById, revisionId),
      }),
    }),
  },
});
