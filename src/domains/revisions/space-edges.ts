import { builder } from '../../graphql/builder.js';
import { Space } from '../spaces/space.js';
import { revisionsById } from './loaders.js';
import { Revision } from './revision.js';

builder.objectField(Space, 'revision', (t) =>
  t.field({
    type: Revision,
    description: 'The head revision: the content as it is now.',
    resolve: ({ revisionId }, _args, { loaders }) => loaders.get(revisionsById, revisionId),
  }),
);
