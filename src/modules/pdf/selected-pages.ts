import type { Hash, Manifest, Page } from '../../engine/base/types.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';

/** Selection of the pages of a PDF. */
export interface Selection {
  /** Id of a page, which is printed with the pages below it; null for the whole space. */
  page: string | null;
  /** Whether only the page itself is printed. */
  only: boolean;
}

/** A page and its depth in the PDF. */
export interface SelectedPage {
  page: Page;
  depth: number;
}

/**
 * Returns the pages of a PDF in reading order. It omits hidden pages with all pages below them, as navigation does, but
 * includes the page with the id `page` even if it is hidden. It returns an empty list if the revision does not have the
 * selected page.
 */
export function selectedPages(manifest: Manifest, { page, only }: Selection): SelectedPage[] {
  const collect = (pages: readonly Page[], depth: number): SelectedPage[] =>
    pages.filter(({ hidden }) => !hidden).flatMap((page) => withChildren(page, depth));
  const withChildren = (page: Page, depth: number): SelectedPage[] => [
    { page, depth },
    ...collect(page.children ?? [], depth + 1),
  ];
  if (page === null) return collect(manifest.pages, 0);
  const found = manifestIndex(manifest).pageById.get(page)?.page;
  if (!found) return [];
  return only ? [{ page: found, depth: 0 }] : withChildren(found, 0);
}

/** Returns the objects whose texts a PDF may show: its pages, and all reusable contents. */
export function textSources(manifest: Manifest, selection: Selection): Pick<Page, 'blob' | 'file'>[] {
  return [...selectedPages(manifest, selection).map(({ page }) => page), ...manifest.reusableContents];
}

/** Maximum size in bytes of all images of a PDF together; the PDF shows further images by name only. */
const maxImageBytes = 64 * 1024 * 1024;

/** Returns the images of pages that a PDF can contain, by id, in order of appearance. */
export function imagesIn(manifest: Manifest, pages: readonly SelectedPage[]): Map<string, Hash> {
  const { fileById } = manifestIndex(manifest);
  const images = new Map<string, Hash>();
  let bytes = 0;
  for (const { target } of pages.flatMap(({ page }) => page.links ?? [])) {
    const file = target.kind === 'file' && !images.has(target.id) ? fileById.get(target.id) : undefined;
    if (!file || !/^image\/(png|jpeg)$/.test(file.contentType) || bytes + file.size > maxImageBytes) continue;
    bytes += file.size;
    images.set(file.id, file.blob);
  }
  return images;
}
