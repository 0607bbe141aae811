import { ContentError, type Manifest } from '../../base/types.js';
import type { IndexedPage } from '../../tree/manifest/page-index.js';
import { slugOf, slugOfPage } from '../../tree/pages/slug.js';
import { insertIntoTree, mapPages, removeFromTree } from '../../tree/pages/tree.js';
import { andThen, type ContentEdit, type EditContext } from './content-edit.js';
import { checkFields, type PageFields, withFields } from './page-fields.js';
import { changeAddress } from './page-moves.js';
import { checkNotBelowItself, checkPosition, countSiblings, getPage, getParent } from './page-rules.js';
import { writePage } from './write-page.js';

/** Input of the change `update_page`, with its document already converted to Markdown. */
export interface PageUpdate extends PageFields {
  page: string;
  /**
   * Text without front matter. Links are relative to the page's address before the update. If absent, the text does not
   * change.
   */
  markdown?: string;
  /** Id of the new parent, null for the top level. If absent, the parent does not change. */
  into?: string | null;
  /**
   * New index among the siblings, not counting the page itself. If absent, the page keeps its position, or becomes the
   * last one below a new parent.
   */
  at?: number;
}

/**
 * Changes a page's fields, text and position. A changed slug renames the path's last segment and the file. If the page
 * gets another parent, its path and file move below the parent's path and file. Sub-pages move along, links to moved
 * pages are rewritten, and used addresses get a numeric suffix.
 * @throws ContentError naming the field: unknown page, `into` not allowed, a move below itself, or `at` out of range.
 * Also for a slug or text if the page cannot have one, and for invalid fields or text.
 */
export function updatePage(manifest: Manifest, update: PageUpdate, context: EditContext): ContentEdit {
  const placed = getPage(manifest, update.page, `${context.pointer}/page`);
  checkFields(update, context.pointer);
  checkKind(placed, update, context.pointer);
  const pages = mapPages(manifest.pages, (page) => (page.id === update.page ? withFields(page, update) : page));
  const { page: pageId, markdown } = update;
  const written = writePage({ ...manifest, pages }, { pageId, markdown, fields: update }, context);
  const moved = andThen(written, context, (current, step) => movePage(current, update, step));
  return { ...moved, pageId };
}

function checkKind({ page }: IndexedPage, update: PageUpdate, pointer: string): void {
  const kind = `a ${page.type} page`;
  if (update.markdown !== undefined && page.type !== 'document') {
    throw new ContentError(
      `\`document\` must be absent for a page without text (got it for ${kind})`,
      `${pointer}/document`,
    );
  }
  if (update.slug !== undefined && page.path === undefined) {
    throw new ContentError(`\`slug\` must be absent for a page without a path (got it for ${kind})`, `${pointer}/slug`);
  }
}

function movePage(manifest: Manifest, update: PageUpdate, context: EditContext): ContentEdit {
  const placed = getPage(manifest, update.page, `${context.pointer}/page`);
  const { page, parentId } = placed;
  const target = update.into === undefined ? parentId : update.into;
  checkNotBelowItself(placed, target, `${context.pointer}/into`);
  const parent = getParent(manifest, target, `${context.pointer}/into`);
  const position = update.at === undefined && target === parentId ? placed.position : update.at;
  const at = checkPosition(position, countSiblings(manifest, target, page.id), `${context.pointer}/at`);
  const pages = insertIntoTree(removeFromTree(manifest.pages, page.id), { parentId: target, at }, page);
  const change = {
    placed,
    ...(update.slug !== undefined && changedSlug(placed, update.slug)),
    ...(target !== parentId && { parent: parent?.page ?? null }),
  };
  if (!('slug' in change) && !('parent' in change)) return { manifest: { ...manifest, pages }, blobs: new Map() };
  return changeAddress({ ...manifest, pages }, change, context);
}

/**
 * Returns the new slug. Clients often send back the slug that they have read; an equal slug changes nothing, even if
 * `slugOf` would change it.
 */
function changedSlug({ page }: IndexedPage, slug: string): { slug?: string } {
  return slug === slugOfPage(page) ? {} : { slug: slugOf(slug || page.title) };
}
