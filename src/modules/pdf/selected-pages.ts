import type { Hash, Manifest, Page } from '../../engine/base/types.js';
import { indexOf } from '../../engine/tree/manifest/page-index.js';

/** Which pages a PDF has. */
export interface Selection {
  /** Id of a page: it and what is below it; null for the whole space. */
  page: string | null;
  /** The page alone. */
  only: boolean;
}

/** A page and how deep it stands in the PDF. */
export interface SelectedPage {
  page: Page;
  depth: number;
}

/**
 * The pages of a PDF in reading order. Hidden pages are left out with all that is below them, as in the navigation; one
 * that is asked for by its id is there. Empty where the revision has no such page.
 */
export function selectedPages(manifest: Manifest, { page, only }: Selection): SelectedPage[] {
  const collect = (pages: readonly Page[], depth: number): SelectedPage[] =>
    pages.filter(({ hidden }) => !hidden).flatMap((one) => withChildren(one, depth));
  const withChildren = (one: Page, depth: number): SelectedPage[] => [
    { page: one, depth },
    ...collect(one.children ?? [], depth + 1),
  ];
  if (page === null) return collect(manifest.pages, 0);
  const found = indexOf(manifest).pageById.get(page)?.page;
  if (!found) return [];
  return only ? [{ page: found, depth: 0 }] : withChildren(found, 0);
}

/** What a PDF shows the text of: its pages, and what pages may share. */
export function textsOf(manifest: Manifest, selection: Selection): Pick<Page, 'blob' | 'file'>[] {
  return [...selectedPages(manifest, selection).map(({ page }) => page), ...manifest.reusableContents];
}

/** Images together are at most this large; those behind are named only. */
const mostImageBytes = 64 * 1024 * 1024;

/** The images that pages show and a PDF can hold, by their ids, in the order in which they come. */
export function imagesOf(manifest: Manifest, pages: readonly SelectedPage[]): Map<string, Hash> {
  const { fileById } = indexOf(manifest);
  const images = new Map<string, Hash>();
  let bytes = 0;
  for (const { target } of pages.flatMap(({ page }) => page.links ?? [])) {
    const file = target.kind === 'file' && !images.has(target.id) ? fileById.get(target.id) : undefined;
    if (!file || !/^image\/(png|jpeg)$/.test(file.contentType) || bytes + file.size > mostImageBytes) continue;
    bytes += file.size;
    images.set(file.id, file.blob);
  }
  return images;
}
