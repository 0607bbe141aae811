import type { Page } from '../../base/types.js';
import { lastSegment } from './address.js';

/** Slugs of file names that an import treats as the page of the folder or as the table of contents. */
const reservedSlugs = new Set(['readme', 'index', 'summary']);
const slugLimit = 100;

/**
 * Converts a title to a slug: lower case, letters, digits, `.`, `_` and `-` of any script, at most 100 code units.
 * Other characters become `-`. A title without any such character becomes `page`; `readme` becomes `readme-page`,
 * because a file named `readme` would be its folder's page.
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

/** Returns the last segment of a page's path, which is its slug in the contract; null for a page without a path. */
export function slugOfPage(page: Page): string | null {
  return page.path === undefined ? null : lastSegment(page.path);
}
