import type { Page } from '../../base/types.js';

/** Position of a page: its parent (null for the top level), and its index among its siblings. */
export interface TreePosition {
  parentId: string | null;
  at: number;
}

/** Applies a change to every page, parents first. Unchanged lists and pages stay the same objects. */
export function mapPages(pages: Page[], change: (page: Page) => Page): Page[] {
  const mapped = pages.map((page) => {
    const changed = change(page);
    const children = changed.children && mapPages(changed.children, change);
    return children === changed.children ? changed : withChildren(changed, children ?? []);
  });
  return mapped.every((page, index) => page === pages[index]) ? pages : mapped;
}

/** Inserts a page, with its sub-pages, at a position. */
export function insertIntoTree(pages: Page[], place: TreePosition, page: Page): Page[] {
  if (place.parentId === null) return pages.toSpliced(place.at, 0, page);
  return mapPages(pages, (parent) =>
    parent.id === place.parentId ? withChildren(parent, (parent.children ?? []).toSpliced(place.at, 0, page)) : parent,
  );
}

/** Removes a page, with its sub-pages. */
export function removeFromTree(pages: Page[], pageId: string): Page[] {
  const remaining = pages.filter((page) => page.id !== pageId);
  return mapPages(remaining, (page) => {
    const children = page.children?.filter((child) => child.id !== pageId);
    return children?.length === page.children?.length ? page : withChildren(page, children ?? []);
  });
}

/**
 * Returns a page with new sub-pages. Without sub-pages it has no `children` member, so that equal pages have equal
 * hashes. If the sub-pages do not change, returns the same object, so that comparisons are fast.
 */
export function withChildren(page: Page, children: Page[]): Page {
  if (hasChildren(page, children)) return page;
  const { children: _, ...otherMembers } = page;
  return children.length > 0 ? { ...otherMembers, children } : otherMembers;
}

function hasChildren({ children: own }: Page, children: Page[]): boolean {
  if (own === undefined || children.length === 0) return own === undefined && children.length === 0;
  return own.length === children.length && own.every((child, index) => child === children[index]);
}

/** Returns a page and all pages below it, in reading order. */
export function subtreeOf(page: Page): Page[] {
  return [page, ...(page.children ?? []).flatMap(subtreeOf)];
}

/** Returns the pages below a parent; empty for a page without sub-pages. */
export function siblingsAt(pages: Page[], parentId: string | null): Page[] {
  if (parentId === null) return pages;
  const parent = pages.flatMap(subtreeOf).find((page) => page.id === parentId);
  return parent?.children ?? [];
}
