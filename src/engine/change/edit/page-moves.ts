import { decodeTextFile } from '../../base/blob.js';
import type { Manifest, Page } from '../../base/types.js';
import { type IndexedPage, manifestIndex } from '../../tree/manifest/page-index.js';
import {
  addressBelow,
  claimAddress,
  directoryOf,
  folderBelow,
  isFolderPage,
  joinPath,
  lastSegment,
  type PageAddress,
  type UsedAddresses,
  usedAddresses,
} from '../../tree/pages/address.js';
import { storeTexts } from '../../tree/pages/blobs.js';
import { slugOf, slugOfPage } from '../../tree/pages/slug.js';
import { movesBetween, relocateText } from '../../tree/pages/text.js';
import { mapPages, subtreeOf } from '../../tree/pages/tree.js';
import type { ContentEdit, EditContext } from './content-edit.js';

/** The parts of a page's address that change; an absent part does not change. */
export interface AddressChange {
  /** New last segment of the path, and new name of the file. */
  slug?: string;
  /** New parent; null for the top level. */
  parent?: Page | null;
}

/**
 * Changes the address of a page and of all pages below it. If an address is already used, the page gets the next free
 * one. Rewrites links to and in the moved pages.
 */
export function changeAddress(
  manifest: Manifest,
  change: AddressChange & { placed: IndexedPage },
  context: EditContext,
): ContentEdit {
  const { page } = change.placed;
  if (page.path === undefined) return { manifest, blobs: new Map() };
  const moved = subtreeOf(page);
  const taken = usedAddresses(manifest, new Set(moved.map(({ id }) => id)));
  const next = claimAddress(taken, nextAddress(manifest, change));
  const addresses = claimSubtree(taken, { page, next, root: manifest.root });
  const pages = mapPages(manifest.pages, (one) => withAddress(one, addresses.get(one.id)));
  return rewriteLinksOfMoved(manifest, { ...manifest, pages }, context);
}

/**
 * Returns the addresses, by page id, of a page that moves to `next` and of all pages below it. Each page gets the
 * address that results from the move, or the next free one. Marks these addresses as used.
 */
export function claimSubtree(taken: UsedAddresses, move: { page: Page; next: PageAddress; root: string }) {
  const addresses = new Map<string, PageAddress>([[move.page.id, move.next]]);
  for (const below of subtreeOf(move.page).slice(1)) {
    addresses.set(below.id, claimAddress(taken, addressAfterMove(below, move)));
  }
  return addresses;
}

/** Returns a page with another address. Removes the git path of an import, which no longer applies. */
export function withAddress(page: Page, address: PageAddress | undefined): Page {
  if (!address || (address.path === page.path && address.file === page.file)) return page;
  const { git: _, ...rest } = page;
  return { ...rest, ...address };
}

function nextAddress(
  manifest: Manifest,
  { placed, slug, parent }: AddressChange & { placed: IndexedPage },
): PageAddress {
  const { page } = placed;
  const { root } = manifest;
  const above = parent === undefined ? pathAndFolderOf(page, root) : addressBelow(parent, root);
  const newSlug = slug ?? (slugOfPage(page) || slugOf(page.title));
  const path = joinPath(above.path, newSlug);
  if (page.file === undefined) return { path };
  return { path, file: joinPath(above.folder, newRelativePath(page as FilePage, { root, slug, newSlug })) };
}

type FilePage = Page & { file: string };

/** Returns the folder part of a page's path, and the folder that contains the files of the page and its siblings. */
function pathAndFolderOf(page: Page, root: string): { path: string; folder: string } {
  const path = directoryOf(page.path!);
  const own = directoryOf(page.file ?? '');
  return { path, folder: hasOwnFolder(page, root) ? directoryOf(own) : own };
}

/**
 * Returns the new path of a page's file, relative to the folder that contains the files of the page and its siblings.
 * The path is `<folder>/README.md` for a page with its own folder, otherwise the file's name.
 */
function newRelativePath(page: FilePage, names: { root: string; slug?: string; newSlug: string }): string {
  if (hasOwnFolder(page, names.root)) {
    return joinPath(names.slug ?? lastSegment(directoryOf(page.file)), lastSegment(page.file));
  }
  return names.slug === undefined && !isFolderPage(page) ? lastSegment(page.file) : `${names.newSlug}.md`;
}

/**
 * Reports whether the page is the README.md of a folder below the content root. The content root itself cannot be
 * renamed.
 */
function hasOwnFolder(page: Page, root: string): boolean {
  return isFolderPage(page) && directoryOf(page.file!) !== root;
}

function addressAfterMove(
  below: Page,
  { page, next, root }: { page: Page; next: PageAddress; root: string },
): PageAddress {
  const folder = folderBelow(page, root);
  const newFolder = folderBelow({ ...page, ...next }, root);
  return {
    ...(below.path !== undefined && { path: replacePrefix(below.path, page.path!, next.path!) }),
    ...(below.file !== undefined && {
      file: folder === root ? below.file : replacePrefix(below.file, folder, newFolder),
    }),
  };
}

function replacePrefix(path: string, folder: string, newFolder: string): string {
  return folder !== '' && path.startsWith(`${folder}/`) ? joinPath(newFolder, path.slice(folder.length + 1)) : path;
}

function rewriteLinksOfMoved(before: Manifest, after: Manifest, context: EditContext): ContentEdit {
  const move = { moves: movesBetween(before, after), root: before.root };
  const texts = new Map<string, string>();
  for (const { page } of manifestIndex(before).pages) {
    const { id, blob, file, links } = page;
    if (blob === undefined || file === undefined || !links) continue;
    if (!move.moves.has(id) && !links.some(({ target }) => move.moves.has(target.id))) continue;
    const text = decodeTextFile(context.readBlob(blob), file);
    const relocated = relocateText(text, page, move);
    if (relocated !== text) texts.set(id, relocated);
  }
  return storeTexts(after, texts, `${context.pointer}/slug`);
}
