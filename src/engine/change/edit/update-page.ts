import { ContentError, type Manifest } from '../../base/types.js';
import type { PlacedPage } from '../../tree/manifest/page-index.js';
import { slugOf, slugOfPage } from '../../tree/pages/address.js';
import { insertIntoTree, mapPages, removeFromTree } from '../../tree/pages/tree.js';
import { andThen, type ContentEdit, type EditContext } from './content-edit.js';
import { checkFields, type PageFields, withFields } from './page-fields.js';
import { readdress } from './page-moves.js';
import { checkNotBelowItself, checkPosition, countSiblings, getPage, getParent } from './page-rules.js';
import { writePage } from './write-page.js';

/** `update_page` of the contract, its document already as Markdown. */
export interface PageUpdate extends PageFields {
  page: string;
  /** Text without front matter, links relative to where the page was; absent leaves the text. */
  markdown?: string;
  /** The page to move it below, null for the top level; absent leaves it below its parent. */
  into?: string | null;
  /** Index among the pages there, the page itself not counted; absent: its place, or the end below another parent. */
  at?: number;
}

/**
 * Changes a page's fields, text and place. A changed slug renames the path's last segment and the file; a move below
 * another page puts both below that page's. Sub-pages follow, links to what moved are rewritten, taken addresses get
 * a numeric suffix.
 * @throws ContentError naming the field: unknown page, unfit `into`, a move below itself, `at` out of range, a slug or
 *   text for a page that has none, fields or text against a rule.
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

function checkKind({ page }: PlacedPage, update: PageUpdate, pointer: string): void {
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
  const kept = update.at === undefined && target === parentId ? placed.position : update.at;
  const at = checkPosition(kept, countSiblings(manifest, target, page.id), `${context.pointer}/at`);
  const pages = insertIntoTree(removeFromTree(manifest.pages, page.id), { parentId: target, at }, page);
  const change = {
    placed,
    ...(update.slug !== undefined && changedSlug(placed, update.slug)),
    ...(target !== parentId && { parent: parent?.page ?? null }),
  };
  if (!('slug' in change) && !('parent' in change)) return { manifest: { ...manifest, pages }, blobs: new Map() };
  return readdress({ ...manifest, pages }, change, context);
}

/** Clients send back the slug they read: equal to the present one it changes nothing, whatever it is made of. */
function changedSlug({ page }: PlacedPage, slug: string): { slug?: string } {
  return slug === slugOfPage(page) ? {} : { slug: slugOf(slug || page.title) };
}
