import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import type { ContentView } from './content-view.js';
import { File } from './file.js';
import { Page } from './page.js';
import { Revision } from './revision.js';
import { getRevision } from './revision-cache.js';

builder.objectField(Space, 'revision', (t) =>
  t.field({
    type: Revision,
    description: 'The head revision: the present content.',
    resolve: ({ organizationId, revisionId }, _args, { loaders }) =>
      getRevision(loaders, { organizationId, id: revisionId }),
  }),
);

builder.objectField(Revision, 'space', (t) =>
  t.field({
    type: Space,
    nullable: true,
    description: 'Its space, also for the content of a change request.',
    resolve: ({ spaceId }, _args, { loaders }) => loaders.load(spacesById, spaceId),
  }),
);

/** Field for the revision that contains a page or a file. */
function revisionField(t: Fields<{ content: ContentView }>) {
  return t.field({
    type: Revision,
    description: 'The revision that it is read from; the head if it comes from `node(id)`.',
    resolve: ({ content }) => content.revision,
  });
}

builder.interfaceField(Page, 'revision', (t) => revisionField(t as never));
builder.objectField(File, 'revision', (t) => revisionField(t as never));
