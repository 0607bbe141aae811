import { mutation } from '../../graphql/mutation.js';
import { headField, headPayload } from '../revisions/head-payload.js';
import { revertTo } from './revert-actions.js';

mutation('revertTo', {
  description:
    'Gives a space the content of an earlier revision, as a new one; nothing is done where it has that content.',
  policy: 'space.revert',
  takes: 'The space, and the revision to go back to.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    revision: t.id({ required: true, description: "Id of a revision of the space's history." }),
    head: headField(t),
  }),
  action: async (input, context) => ({
    spaceId: input.space,
    revisionId: await revertTo(context, input),
  }),
  payload: headPayload({
    description: 'The space after the reversion.',
    space: 'The space after the reversion.',
    revision: 'The head after it: of the type rollback, or the same as before where there was nothing to do.',
  }),
});
