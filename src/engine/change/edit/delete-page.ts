import type { Manifest } from '../../base/types.js';
import { withoutDeadLinks } from '../../tree/pages/text.js';
import { removeFromTree } from '../../tree/pages/tree.js';
import type { ContentEdit, EditContext } from './content-edit.js';
import { getPage } from './page-rules.js';

/**
 * Deletes a page with its sub-pages. Links to them stay in the texts of other pages, but no longer resolve.
 * @throws ContentError naming `page` if the manifest has no such page
 */
export function deletePage(manifest: Manifest, change: { page: string }, context: EditContext): ContentEdit {
  getPage(manifest, change.page, `${context.pointer}/page`);
  const remaining = { ...manifest, pages: removeFromTree(manifest.pages, change.page) };
  return { manifest: withoutDeadLinks(remaining), blobs: new Map(), pageId: change.page };
}
