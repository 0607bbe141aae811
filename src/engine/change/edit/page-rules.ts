import { ContentError, type Manifest } from '../../base/types.js';
import { type IndexedPage, manifestIndex } from '../../tree/manifest/page-index.js';
import { siblingsAt, subtreeOf } from '../../tree/pages/tree.js';

/**
 * Finds a page by the id in a request.
 * @throws ContentError with the pointer if the manifest has no such page
 */
export function getPage(manifest: Manifest, pageId: string, pointer: string): IndexedPage {
  const placed = manifestIndex(manifest).pageById.get(pageId);
  if (!placed) throw new ContentError(`No page with the id ${JSON.stringify(pageId)}`, pointer);
  return placed;
}

/**
 * Finds the parent to put pages below: a document or a group; null for the top level.
 * @throws ContentError with the pointer for an unknown page, a link or a computed page
 */
export function getParent(manifest: Manifest, into: string | null, pointer: string): IndexedPage | null {
  if (into === null) return null;
  const parent = getPage(manifest, into, pointer);
  const { id, type } = parent.page;
  if (type === 'link' || type === 'computed') {
    throw new ContentError(
      `\`into\` must be a document or a group (got ${JSON.stringify(id)}, a ${type} page)`,
      pointer,
    );
  }
  return parent;
}

/**
 * Returns the index among the siblings; without `at`, the end.
 * @throws ContentError with the pointer if `at` is not an integer from 0 to the number of siblings
 */
export function checkPosition(at: number | undefined, siblings: number, pointer: string): number {
  if (at === undefined) return siblings;
  if (Number.isInteger(at) && at >= 0 && at <= siblings) return at;
  throw new ContentError(`\`at\` must be 0 to ${siblings}, the number of pages there (got ${at})`, pointer);
}

/** Counts the pages below a parent. Does not count the page `except`, which is being moved. */
export function countSiblings(manifest: Manifest, parentId: string | null, except?: string): number {
  return siblingsAt(manifest.pages, parentId).filter((page) => page.id !== except).length;
}

/**
 * Refuses to move a page below itself.
 * @throws ContentError with the pointer
 */
export function checkNotBelowItself(placed: IndexedPage, into: string | null, pointer: string): void {
  if (!subtreeOf(placed.page).some((page) => page.id === into)) return;
  const [id, target] = [JSON.stringify(placed.page.id), JSON.stringify(into)];
  throw new ContentError(`\`into\` must not be the page itself or a page below it (got ${target} for ${id})`, pointer);
}

/**
 * Rejects text that some databases cannot store: NUL and lone surrogates.
 * @throws ContentError with the pointer
 */
export function checkText(name: string, text: string, pointer: string): void {
  const nul = text.indexOf('\0');
  if (nul !== -1) throw new ContentError(`\`${name}\` must not contain NUL (U+0000) (got one at ${nul})`, pointer);
  if (!text.isWellFormed())
    throw new ContentError(`\`${name}\` must be well-formed Unicode (got a lone surrogate)`, pointer);
}
