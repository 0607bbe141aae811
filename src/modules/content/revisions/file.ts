import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { isAllowedInSpace } from '../spaces/in-space.js';
import { type FileView, findHeadFile } from './content-view.js';
import { GitBlob } from './page-parts.js';

/** Size of an image in pixels (`RevisionFileImageDimensions`). */
export const FileDimensions = builder
  .objectRef<{ width: number; height: number }>('RevisionFileImageDimensions')
  .implement({
    description: 'Size of an image in pixels.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      width: t.exposeFloat('width', { description: 'Width in pixels.' }),
      height: t.exposeFloat('height', { description: 'Height in pixels.' }),
    }),
  });

/** A file is visible to viewers who may see its space. */
const seesFile: Guard<FileView> = ({ content }, context) => isAllowedInSpace(context, 'space.view', content.revision);

/** A file of a revision, such as an image or an attachment; pages are not files. */
export const File = builder.node(builder.objectRef<FileView>('File'), {
  description: 'A file of a revision: an image, an attachment, anything that is not a page.',
  extensions: { guard: seesFile, rest: { name: 'RevisionFile' } },
  id: { resolve: ({ id }) => id, description: 'Id of the file; it stays through revisions and change requests.' },
  fields: (t) => ({
    name: t.string({ description: 'Name of the file.', resolve: ({ file }) => file.name }),
    path: t.string({
      description: 'Path in the folder that content is imported from and exported to.',
      resolve: ({ file }) => file.path,
    }),
    contentType: t.string({ description: 'Media type.', resolve: ({ file }) => file.contentType }),
    size: t.field({ type: 'SafeInt', description: 'Size in bytes.', resolve: ({ file }) => file.size }),
    downloadURL: t.field({
      type: 'URL',
      description: 'Signed address of the bytes; valid for at least a day.',
      extensions: syncField,
      resolve: (view, _args, { urls }) => downloadOf(view, urls),
    }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'Width and height of an image in pixels; null for other files.',
      resolve: ({ file }) => file.dimensions,
    }),
    git: t.field({
      type: GitBlob,
      nullable: true,
      description: 'The git blob of the file.',
      resolve: ({ file }) => file.git,
    }),
  }),
});

registerNode('File', findHeadFile);

/** Returns the signed address of a file's bytes. */
export function downloadOf({ file, content }: Pick<FileView, 'file' | 'content'>, urls: Urls): string {
  const { organizationId } = content.revision;
  return urls.download({ organizationId, hash: file.blob, name: file.name, contentType: file.contentType });
}
