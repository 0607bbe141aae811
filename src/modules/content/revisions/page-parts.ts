import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { ContentRef, PageCover, PageLayout } from '../../../engine/base/types.js';
import { ContentReference } from './scalars.js';

const LayoutWidth = documentedEnum('RevisionPageLayoutOptionsWidth', 'Width of a page.', {
  default: 'As set for the site.',
  wide: 'As wide as the window.',
});

const CoverSize = documentedEnum('RevisionPageLayoutOptionsCoverSize', 'Size of a cover.', {
  hero: 'Over the content.',
  full: 'As wide as the window.',
});

/** Visible parts of a page (`RevisionPageLayoutOptions`). */
export const PageLayoutOptions = builder.objectRef<PageLayout>('RevisionPageLayoutOptions').implement({
  description: 'Parts of a page that are visible.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    width: t.expose('width', { type: LayoutWidth, description: 'Width of the page.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    coverSize: t.expose('coverSize', { type: CoverSize, description: 'Size of the cover.' }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', { description: 'Whether the description is shown.' }),
    tableOfContents: t.exposeBoolean('tableOfContents', { description: "Whether the space's tree is shown." }),
    outline: t.exposeBoolean('outline', { description: "Whether the page's headings are shown." }),
    pagination: t.exposeBoolean('pagination', {
      description: 'Whether links to the next and previous page are shown.',
    }),
    metadata: t.exposeBoolean('metadata', { description: 'Whether times and authors are shown.' }),
  }),
});

/** Picture at the top of a page (`RevisionPageDocumentCover`). */
export const Cover = builder.objectRef<PageCover>('RevisionPageDocumentCover').implement({
  description: 'The picture at the top of a page.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    ref: t.expose('ref', { type: ContentReference, nullable: true, description: 'The picture.' }),
    refDark: t.expose('refDark', { type: ContentReference, nullable: true, description: 'The picture in dark mode.' }),
    yPos: t.exposeFloat('yPos', { description: 'Vertical position of the picture.' }),
    height: t.exposeFloat('height', { nullable: true, description: 'Height in pixels, 10 to 700.' }),
  }),
});

/** Alternate addresses of the same page (`metaLinks`). */
export const MetaLinks = builder
  .objectRef<{ canonical?: ContentRef; alternates?: ContentRef[] }>('MetaLinks')
  .implement({
    description: 'Alternate addresses of the same page, for search engines.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      canonical: t.expose('canonical', {
        type: ContentReference,
        nullable: true,
        description: 'The address to prefer.',
      }),
      alternates: t.expose('alternates', { type: [ContentReference], nullable: true, description: 'Other versions.' }),
    }),
  });

/** The git blob that the content was imported from (`GitSyncBlob`). */
export const GitBlob = builder.objectRef<{ oid: string; path: string }>('GitSyncBlob').implement({
  description: 'The git blob of the content.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Id of the blob in git.' }),
    path: t.exposeString('path', { description: 'Path in the repository.' }),
  }),
});
