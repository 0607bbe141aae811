import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { badInput } from '../../../platform/base/errors.js';
import {
  type ContentView,
  childrenOf,
  fileById,
  filesOf,
  headOfSpace,
  type PageView,
  pageById,
  pageByPath,
  pagesOf,
} from '../../content/revisions/content-view.js';
import { formerPage } from './find-page.js';
import { findPublished, isQueryablePath } from './find-published.js';
import { PublishedFile } from './published-file.js';
import { PublishedPage } from './published-page.js';
import { type PublishedPart, partOf } from './published-part.js';
import { PublishedSite } from './published-site.js';
import { PublishedSiteSpace } from './published-site-space.js';
import type { VisibleSpace } from './visible-tree.js';

type Part = PublishedPart<VisibleSpace>;

const PublishedPageFilter = builder.inputType('PublishedPageFilter', {
  description: 'Selection of pages.',
  fields: (t) => ({
    parent: t.id({ description: 'Only subpages of the page with this id; the empty string means the top level.' }),
  }),
});

builder.objectFields(PublishedSiteSpace, (t) => ({
  page: t.field({
    type: PublishedPage,
    nullable: true,
    description:
      'A page by its id or its path (the empty path is the first page); give exactly one. If no page has the path now, it means the page that had it last, or the one that `redirects` of the imported configuration name.',
    args: {
      id: t.arg.id({ description: "The page's id." }),
      path: t.arg.string({ description: "The page's path." }),
    },
    resolve: async (part, { id, path }, context) => {
      if ((id == null) === (path == null)) throw badInput('page', '`page` needs exactly one of `id` and `path`');
      const content = await headOfPart(context, part);
      const page = id == null ? await findByPath(context, content, path!) : pageById(content, id);
      return page && { id: page.id, part, page };
    },
  }),
  pages: arrayField(t, {
    type: PublishedPage,
    description: 'Pages in reading order: all of them, or the subpages of `filter.parent`.',
    args: { filter: t.arg({ type: PublishedPageFilter, description: 'Selection of pages.' }) },
    items: async (part: Part, { filter }, context) => {
      const parent = filter?.parent;
      const content = await headOfPart(context, part);
      const pages = parent == null ? pagesOf(content) : childrenOf(content, parent || null);
      const items = pages.map((page) => ({ id: page.id, part, page }));
      return { identity: ['PublishedSiteSpace.pages', part.id, parent], items };
    },
  }),
  file: t.field({
    type: PublishedFile,
    nullable: true,
    description: 'A file by its id.',
    args: { id: t.arg.id({ required: true, description: "The file's id." }) },
    resolve: async (part, { id }, context) => fileById(await headOfPart(context, part), id),
  }),
  files: arrayField(t, {
    type: PublishedFile,
    description: 'Files, in the order of their paths.',
    args: {},
    items: async (part: Part, _args, context) => ({
      identity: ['PublishedSiteSpace.files', part.id],
      items: filesOf(await headOfPart(context, part)),
    }),
  }),
}));

builder.objectFields(PublishedSite, (t) => ({
  page: t.field({
    type: PublishedPage,
    nullable: true,
    description:
      'The target of an address of the site, such as `guides/linux/install`: the paths of a section, of a space and of a page. Former addresses of pages, spaces and sections that were moved still work, and `urls.published` is the present one. A space or group means its first page. Null if the address leads to no part that the visitor may see.',
    args: {
      address: t.arg.string({
        required: true,
        description: 'The part of the address after the address of the site, not percent-encoded.',
      }),
    },
    resolve: async (view, { address }, context) => {
      const found = await findPublished(context, view, address);
      return found?.page ? { id: found.page.id, part: partOf(view, found.place), page: found.page } : null;
    },
  }),
}));

async function findByPath(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  return pageByPath(content, path) ?? (isQueryablePath(path) ? formerPage(context, content, path) : null);
}

/** Returns the published content of a space, which is the content of its head. */
async function headOfPart(context: Context, { item }: Part): Promise<ContentView> {
  const content = await headOfSpace(context, item.space);
  if (!content) throw new Error(`The space ${item.space.id} has no head`);
  return content;
}
