import { mutation } from '../../../api/graphql/schema/mutation.js';
import { headField, headPayload } from '../../content/revisions/head-payload.js';
import { revertTo } from './revert-actions.js';

mutation('revertTo', {
  description:
    'Resets the content of a space to an earlier revision, as a new revision; does nothing if the content is equal.',
  policy: 'space.revert',
  takes: 'The space, and the revision to reset it to.',
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
    description: 'The space afterwards.',
    space: 'The space afterwards.',
    revision: 'Head afterwards: a revision of the type rollback, or the previous head if nothing changed.',
  }),
});
