import { builder } from '../../../api/graphql/schema/builder.js';
import { foldText } from '../../../platform/db/query/fold.js';
import { orderChoice, type SortKey } from '../../shared/list-arguments.js';
import { type ContentView, childrenOf, type FileView, type PageView, pagesOf } from './content-view.js';
import { PageType } from './page.js';

/** Filter of a list of pages. */
export const PageFilter = builder.inputType('PageFilter', {
  description: 'Selection of pages; all members must hold.',
  fields: (t) => ({
    parent: t.id({ description: 'Only subpages of the page with this id; the empty string means the top level.' }),
    type: t.field({ type: [PageType], description: 'Only those of these types.' }),
  }),
});

/** Sort orders for a list of pages. */
export const pageOrder = orderChoice<SortKey<PageView> | null>('Page', {
  position: { description: 'Reading order.', order: null, direction: 'asc' },
  title: {
    description: 'Title, ignoring case and diacritics.',
    order: ({ page }) => foldText(page.title),
    direction: 'asc',
  },
});

/** Sort orders for a list of files. */
export const fileOrder = orderChoice<SortKey<FileView> | null>('File', {
  path: { description: 'Path in the folder.', order: null, direction: 'asc' },
  name: {
    description: 'Name, ignoring case and diacritics.',
    order: ({ file }) => foldText(file.name),
    direction: 'asc',
  },
  size: { description: 'Size in bytes.', order: ({ file }) => file.size },
});

interface PageSelection {
  filter?: { parent?: string | null; type?: readonly string[] | null } | null | undefined;
  search?: string | null | undefined;
}

/** Returns the pages of a revision that match the selection, in reading order. */
export function selectPages(content: ContentView, { filter, search }: PageSelection): PageView[] {
  const { parent, type } = filter ?? {};
  const all = parent == null ? pagesOf(content) : childrenOf(content, parent || null);
  const typed = type == null ? all : all.filter(({ page }) => type.includes(page.type));
  if (search == null) return typed;
  const text = foldText(search);
  return typed.filter(({ page }) => foldText(page.title).includes(text));
}
