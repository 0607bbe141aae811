import { builder } from '../../graphql/builder.js';
import { Space } from '../spaces/space.js';
import { getRevision } from './known-revisions.js';
import { Revision } from './revision.js';

builder.objectField(Space, 'revision', (t) =>
  t.field({
    type: Revision,
    description: 'The head revision: the content as it is now.',
    resolve: ({ organizationId, revisionId }, _args, { loaders }) =>
      getRevision(loaders, { organizationId, id: revisionId }),
  }),
);
