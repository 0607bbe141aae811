import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import type { FileView } from '../../content/revisions/content-view.js';
import { downloadOf, FileDimensions } from '../../content/revisions/file.js';

/** A file of a published site, as its visitor sees it. */
export const PublishedFile = builder.objectRef<FileView>('PublishedFile').implement({
  description: 'A file at the head of a space on a published site.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the file.' }),
    name: t.string({ description: 'Name of the file.', resolve: ({ file }) => file.name }),
    contentType: t.string({ description: 'Media type.', resolve: ({ file }) => file.contentType }),
    size: t.field({ type: 'SafeInt', description: 'Size in bytes.', resolve: ({ file }) => file.size }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'Width and height of an image in pixels; null for other files.',
      resolve: ({ file }) => file.dimensions,
    }),
    downloadURL: t.field({
      type: 'URL',
      description: 'Signed address of the bytes; valid for at least a day.',
      extensions: syncField,
      resolve: (view, _args, { urls }) => downloadOf(view, urls),
    }),
  }),
});
