import { decodeTextFile } from '../../base/blob.js';
import { ContentError, type Manifest, type Page } from '../../base/types.js';
import { ancestorsOf, manifestIndex } from '../../tree/manifest/page-index.js';
import { claimAddress, usedAddresses } from '../../tree/pages/address.js';
import { storeTexts } from '../../tree/pages/blobs.js';
import { slugOfPage } from '../../tree/pages/slug.js';
import { movesBetween, relocateText, withLinks, withoutDeadLinks } from '../../tree/pages/text.js';
import {
  insertIntoTree,
  mapPages,
  siblingsAt,
  subtreeOf,
  type TreePosition,
  withChildren,
} from '../../tree/pages/tree.js';
import { andThen, type ContentEdit, type EditContext } from './content-edit.js';
import { deletePage } from './delete-page.js';
import { changeAddress, withAddress } from './page-moves.js';
import { getPage } from './page-rules.js';

/** Input of the change `revert_page`. */
export interface PageReversion {
  page: string;
  /** Manifest with the state to restore. */
  to: Manifest;
}

/**
 * Restores the fields, the slug and the text of a page from another manifest. A deleted page returns to its position,
 * with its missing sub-pages. A page that is not in the other manifest is deleted. An existing page keeps its position.
 * Links in the restored text are rewritten if their target has moved since then.
 * @throws ContentError naming `page` if neither manifest has such a page
 */
export function revertPage(manifest: Manifest, { page, to }: PageReversion, context: EditContext): ContentEdit {
  const targetPage = manifestIndex(to).pageById.get(page)?.page;
  const isPresent = manifestIndex(manifest).pageById.has(page);
  if (!targetPage && !isPresent) {
    throw new ContentError(`No page with the id ${JSON.stringify(page)} in either revision`, `${context.pointer}/page`);
  }
  if (!targetPage) return deletePage(manifest, { page }, context);
  const placed = isPresent ? restoreFields(manifest, targetPage, context) : restorePlace(manifest, targetPage, to);
  const written = andThen(placed, context, (current, step) => restoreTexts(current, { wanted: targetPage, to }, step));
  return { ...written, manifest: withoutDeadLinks(restoreLinks(written.manifest, to)), pageId: page };
}

function restoreFields(manifest: Manifest, targetPage: Page, context: EditContext): ContentEdit {
  const pages = mapPages(manifest.pages, (page) => {
    if (page.id !== targetPage.id) return page;
    const { path, file, blob, links, git } = page;
    const { path: _path, file: _file, blob: _blob, links: _links, git: _git, ...fields } = targetPage;
    const currentFields = { path, file, blob, links, git };
    return withChildren({ ...fields, ...definedOnly(currentFields) }, page.children ?? []);
  });
  const restored = { ...manifest, pages };
  const placed = getPage(restored, targetPage.id, `${context.pointer}/page`);
  const slug = slugOfPage(targetPage);
  if (slug === null || slug === slugOfPage(placed.page)) return { manifest: restored, blobs: new Map() };
  return changeAddress(restored, { placed, slug }, context);
}

function definedOnly<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}

function restorePlace(manifest: Manifest, targetPage: Page, to: Manifest): ContentEdit {
  const present = manifestIndex(manifest).pageById;
  const taken = usedAddresses(manifest);
  const missing = withoutPresent(targetPage, (id) => present.has(id));
  const [page] = mapPages([missing], (one) =>
    withAddress(one, claimAddress(taken, { path: one.path, file: one.file })),
  );
  return {
    manifest: { ...manifest, pages: insertIntoTree(manifest.pages, positionIn(manifest, targetPage.id, to), page!) },
    blobs: new Map(),
  };
}

/** Omits sub-pages that are still in the manifest: they were moved and stay at their new position. */
function withoutPresent(page: Page, isPresent: (id: string) => boolean): Page {
  const children = (page.children ?? []).filter(({ id }) => !isPresent(id));
  return withChildren(
    page,
    children.map((child) => withoutPresent(child, isPresent)),
  );
}

/**
 * Returns the position below the nearest ancestor that still exists, after the nearest preceding sibling that still
 * exists.
 */
function positionIn(manifest: Manifest, pageId: string, to: Manifest): TreePosition {
  const present = manifestIndex(manifest).pageById;
  const above = ancestorsOf(to, pageId).findLast(({ id, type }) => present.has(id) && type !== 'link');
  const parentId = above?.id ?? null;
  const siblings = siblingsAt(manifest.pages, parentId).map(({ id }) => id);
  const before = siblingsAt(to.pages, manifestIndex(to).pageById.get(pageId)!.parentId).map(({ id }) => id);
  const previous = before.slice(0, before.indexOf(pageId)).findLast((id) => siblings.includes(id));
  return { parentId, at: previous === undefined ? 0 : siblings.indexOf(previous) + 1 };
}

function restoreTexts(
  manifest: Manifest,
  { wanted: targetPage, to }: { wanted: Page; to: Manifest },
  context: EditContext,
): ContentEdit {
  const move = { moves: movesBetween(to, manifest), root: to.root };
  const texts = new Map<string, string>();
  const restored = subtreeOf(getPage(manifest, targetPage.id, `${context.pointer}/page`).page);
  for (const old of subtreeOf(targetPage)) {
    const isRestored = old.id === targetPage.id || restored.some(({ id, blob }) => id === old.id && blob === old.blob);
    if (!isRestored || old.blob === undefined || old.file === undefined) continue;
    texts.set(old.id, relocateText(decodeTextFile(context.readBlob(old.blob), old.file), old, move));
  }
  return storeTexts(manifest, texts, `${context.pointer}/page`);
}

/** Restores links to the restored pages, in pages whose text and file are the same in the other manifest. */
function restoreLinks(manifest: Manifest, to: Manifest): Manifest {
  const old = manifestIndex(to).pageById;
  const pages = mapPages(manifest.pages, (page) => {
    const before = old.get(page.id)?.page;
    const isSame = before?.links && before.blob === page.blob && before.file === page.file;
    return isSame && before.links!.length > (page.links?.length ?? 0) ? withLinks(page, before.links!) : page;
  });
  return { ...manifest, pages };
}
