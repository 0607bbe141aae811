import type { ContentRef, Manifest, Page } from '../../../engine/base/types.js';
import { ancestorsOf, type IndexedPage, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { pageLinkTitle } from '../../../engine/tree/pages/link-title.js';
import type { Link, NavigationPage } from '../../../render/html/layout/site-page.js';
import type { ContentView } from '../../content/revisions/content-view.js';

/** Content of a space, and the functions that the navigation of a page needs to link to it. */
export interface NavigationSource {
  content: ContentView;
  /** Id of the page that is shown; null if none is shown. */
  pageId: string | null;
  /** Returns the path of a page on this server. */
  hrefOf(page: Page): string;
  /** Returns the address of a reference's target; null if there is none. */
  linkOf(ref: ContentRef): { url: string; isExternal: boolean } | null;
}

/** Returns the visible pages of a space: the top level, and the children of the shown page and of its ancestors. */
export function navigationPages(source: NavigationSource): NavigationPage[] {
  const { manifest } = source.content;
  const openPages = new Set(source.pageId === null ? [] : ancestorsOf(manifest, source.pageId).map(({ id }) => id));
  if (source.pageId !== null) openPages.add(source.pageId);
  return navigationEntries(source, manifest.pages, openPages);
}

/**
 * Returns links to the ancestors of a page, outermost first. Only documents have a published page, so other ancestors
 * are left out.
 */
export function ancestorLinks({ content, hrefOf }: NavigationSource, pageId: string): Link[] {
  const ancestors = ancestorsOf(content.manifest, pageId).filter(({ type }) => type === 'document');
  return ancestors.map((page) => ({ title: pageLinkTitle(page), href: hrefOf(page), emoji: page.emoji }));
}

/** Returns links to the previous and the next page in reading order; null at the ends, and for a hidden page. */
export function neighborLinks({ content, hrefOf }: NavigationSource, pageId: string): [Link | null, Link | null] {
  const pages = readingOrder(content.manifest);
  const index = pages.findIndex(({ page }) => page.id === pageId);
  if (index < 0) return [null, null];
  const link = (indexed: IndexedPage | undefined): Link | null =>
    indexed ? { title: pageLinkTitle(indexed.page), href: hrefOf(indexed.page), emoji: indexed.page.emoji } : null;
  return [link(pages[index - 1]), link(pages[index + 1])];
}

/** Returns the documents that are neither hidden nor below a hidden page, in reading order. */
export function readingOrder(manifest: Manifest): IndexedPage[] {
  const hidden = new Set<string>();
  return manifestIndex(manifest).pages.filter(({ page, parentId }) => {
    if (page.hidden || (parentId !== null && hidden.has(parentId))) hidden.add(page.id);
    return page.type === 'document' && !hidden.has(page.id);
  });
}

function navigationEntries(
  source: NavigationSource,
  pages: readonly Page[],
  openPages: ReadonlySet<string>,
): NavigationPage[] {
  return pages.filter(({ hidden }) => !hidden).flatMap((page) => navigationEntry(source, page, openPages) ?? []);
}

function navigationEntry(source: NavigationSource, page: Page, openPages: ReadonlySet<string>): NavigationPage | null {
  const entry = { title: pageLinkTitle(page), emoji: page.emoji, children: [] };
  if (page.type === 'link') {
    const link = page.target ? source.linkOf(page.target) : null;
    return { ...entry, href: link?.url ?? null, isExternal: link?.isExternal ?? false };
  }
  if (page.type === 'computed') return null;
  const children = (page.children ?? []).filter(({ hidden, type }) => !hidden && type !== 'computed');
  // A group has no page that could show its children, so it is always open.
  const isOpen = page.type === 'group' || openPages.has(page.id);
  return {
    ...entry,
    href: page.type === 'group' ? null : source.hrefOf(page),
    isCurrent: page.id === source.pageId,
    isClosed: !isOpen && children.length > 0,
    children: isOpen ? navigationEntries(source, children, openPages) : [],
  };
}
