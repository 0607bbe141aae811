import { mutation } from '../../graphql/mutation.js';
import { headField, headPayload } from '../revisions/head-payload.js';
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
    head: headField(t),
    changes: changesField(t),
  }),
  action: async ({ changes, ...head }, context) => {
    await payForChanges(context, changes);
    return updateHeadWithFiles(context, head, changes as ChangeWithoutBytes[]);
  },
  payload: headPayload({
    description: 'The space with its content.',
    space: 'The space after the changes.',
    revision: 'Its head after them; the same as before where they change nothing.',
  }),
});
