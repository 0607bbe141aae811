import type { Page } from '../../base/types.js';
import { lastSegment } from './address.js';

/** Slugs of the file names that an import treats as the page of a folder or as a table of contents. */
const reservedSlugs = new Set(['readme', 'index', 'summary']);
const slugLimit = 100;

/**
 * Converts a title to a slug: lower case, letters and digits of any script, `.`, `_` and `-`, at most 100 code units.
 * Other characters become `-`. A title without any allowed character becomes `page`. `readme` becomes `readme-page`,
 * because a file named `readme` would be the page of its folder.
 */
export function slugOf(title: string): string {
  const dashed = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  const trimmed = dashed.replace(/-{2,}/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  const cut = trimmed
    .slice(0, slugLimit)
    .toWellFormed()
    .replace(/[-.\uFFFD]+$/, '');
  return cut === '' || reservedSlugs.has(cut) ? `${cut}${cut && '-'}page` : cut;
}

/** Returns the last segment of a page's path, which is its slug in the REST API; null for a page without a path. */
export function slugOfPage(page: Page): string | null {
  return page.path === undefined ? null : lastSegment(page.path);
}
