import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import { withReadEmoji } from '../../base/emoji/emoji.js';
import type { File, Page, ReusableContent } from '../../base/types.js';
import type { ListItem } from './stored-list.js';

/**
 * A page, file or reusable content as an item of a list. `canonical` is the value that a later read returns. It is the
 * original value if the members of that are in canonical order.
 */
export interface StoredItem<Thing> extends ListItem {
  canonical: Thing;
}

/**
 * A page in its stored form. Pages are stored in reading order: each page is followed by its sub-pages. `children` is
 * the number of sub-pages.
 */
export type PageItem = Omit<Page, 'children'> & { children?: number };

/** Cache of items, because the previous manifest contains most of them. */
const items = new WeakMap<object, StoredItem<unknown>>();

/** Returns a file or reusable content as an item. */
export function storedItem<Thing extends File | ReusableContent>(thing: Thing): StoredItem<Thing> {
  return cachedItem(thing, () => thing);
}

/**
 * Returns all pages of a tree as items, and the tree that a later read returns. Pages that are stored unchanged are the
 * same objects in both trees.
 */
export function storedPages(pages: Page[]): { items: ListItem[]; pages: Page[] } {
  const into: ListItem[] = [];
  return { pages: collectPages(pages, into), items: into };
}

/**
 * Returns the tree of pages from its items. Emoji are fully qualified; an emoji that is not exactly one emoji is omitted.
 * @throws Error if a page has fewer sub-pages than its item says, because then the stored data are damaged
 */
export function pagesFrom(stored: readonly PageItem[]): Page[] {
  let next = 0;
  const take = (count: number): Page[] => {
    const pages: Page[] = [];
    for (let taken = 0; taken < count; taken++) {
      const item = stored[next++];
      if (!item) throw new Error(`The tree nodes of a revision lack ${count - taken} sub-pages`);
      const { children } = item;
      pages.push(withReadEmoji(children === undefined ? item : { ...item, children: take(children) }) as Page);
    }
    return pages;
  };
  const top: Page[] = [];
  while (next < stored.length) top.push(...take(1));
  return top;
}

function collectPages(pages: Page[], into: ListItem[]): Page[] {
  const read = pages.map((page) => {
    const item = cachedItem<Page | PageItem>(page, () => toPageItem(page));
    into.push(item);
    if (!page.children) return item.canonical as Page;
    const children = collectPages(page.children, into);
    return children === page.children && item.canonical === page ? page : ({ ...item.canonical, children } as Page);
  });
  return read.every((page, index) => page === pages[index]) ? pages : read;
}

function toPageItem(page: Page): Page | PageItem {
  return page.children ? { ...page, children: page.children.length } : page;
}

function cachedItem<Thing extends { id: string }>(thing: Thing, toNode: () => Thing): StoredItem<Thing> {
  const known = items.get(thing);
  if (known) return known as StoredItem<Thing>;
  const node = toNode();
  const { json, canonical: read } = toStored(node);
  const canonical = read === node ? thing : read;
  const item = { json, key: hashOf(thing.id), canonical };
  for (const one of [thing, canonical]) items.set(one, item);
  return item;
}

/**
 * Returns the canonical JSON of a value, and the value that a later read returns. That is the same object if the members
 * of the value are in canonical order.
 */
export function toStored<Thing>(thing: Thing): { json: string; canonical: Thing } {
  const json = canonicalJson(thing);
  return { json, canonical: JSON.stringify(thing) === json ? thing : JSON.parse(json) };
}
