import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import type { ChangedPage, ReusableContent } from '../../../engine/change/diff/change.js';
import type { FileView } from '../../content/revisions/content-view.js';
import { downloadOf } from '../../content/revisions/file.js';
import { PageType } from '../../content/revisions/page.js';

/** A page that a change is about (`ChangedRevisionPage` of the contract). */
export const ChangedRevisionPage = builder.objectRef<ChangedPage>('ChangedRevisionPage').implement({
  description: 'A page of a change: its state after the change, or the former state of a deleted page.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page.' }),
    type: t.field({ type: PageType, description: 'Kind of the page.', resolve: ({ type }) => type }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path inside the space.' }),
  }),
});

/** A file that a change is about (`ChangedRevisionFile` of the contract). */
export const ChangedRevisionFile = builder
  .objectRef<Pick<FileView, 'file' | 'content'>>('ChangedRevisionFile')
  .implement({
    description: 'A file of a change: its state after the change, or the former state of a deleted file.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      id: t.id({ description: 'Id of the file.', resolve: ({ file }) => file.id }),
      name: t.string({ description: 'Name of the file.', resolve: ({ file }) => file.name }),
      path: t.string({ description: 'Path in the folder.', resolve: ({ file }) => file.path }),
      contentType: t.string({ description: 'Media type.', resolve: ({ file }) => file.contentType }),
      downloadURL: t.field({
        type: 'URL',
        description: 'Signed address of the bytes.',
        extensions: syncField,
        resolve: (view, _args, { urls }) => downloadOf(view, urls),
      }),
    }),
  });

/** A reusable content that a change is about (`ChangedRevisionReusableContent` of the contract). */
export const ChangedRevisionReusableContent = builder
  .objectRef<ReusableContent>('ChangedRevisionReusableContent')
  .implement({
    description: 'A reusable content of a change.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the content.' }),
      title: t.exposeString('title', { description: 'Title of the content.' }),
      document: t.id({ nullable: true, description: 'Id of its document.', resolve: ({ blob }) => blob }),
    }),
  });
