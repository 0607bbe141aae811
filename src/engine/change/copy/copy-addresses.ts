import type { Manifest, Page } from '../../base/types.js';
import { rootFiles } from '../../tree/import/content-root.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import {
  claimAddress,
  joinPath,
  type PageAddress,
  type UsedAddresses,
  usedAddresses,
} from '../../tree/pages/address.js';
import { mapPages } from '../../tree/pages/tree.js';
import { claimSubtree } from '../edit/page-moves.js';

/** Addresses of a copy in its target. */
export interface PlacedCopy {
  /**
   * Manifest that the copy is added to. It is the target if the target has content. Otherwise it has the source's root
   * and table of contents, and the target's variables.
   */
  base: Manifest;
  /** Addresses of the copied pages, by their id in the source. */
  addresses: Map<string, PageAddress>;
  /** Paths of the copied files, by their id in the source; files that are not copied are absent. */
  files: Map<string, string>;
}

/**
 * Determines the addresses of a copy. In a target without content, they are the same as in the source. Otherwise,
 * content below the source's root is placed below the target's root. An address that is already used gets a number, and
 * sub-pages move with their page. The source's configuration files (`rootFiles`) are not copied into a target with
 * content, because they would apply to the target.
 */
export function placeCopy(source: Manifest, target: Manifest): PlacedCopy {
  if (isEmpty(target)) return placeInEmptySpace(source, target);
  const taken = usedAddresses(target);
  const rebased = mapPages(source.pages, (page) => rebase(page, source.root, target.root));
  const addresses = new Map(rebased.flatMap((page) => claimPage(taken, page, target.root)));
  const files = source.files.filter(({ path }) => !settings.has(path));
  return { base: target, addresses, files: new Map(files.map(({ id, path }) => [id, claim(path)])) };

  function claim(path: string): string {
    return claimAddress(taken, { file: withNewRoot(path, source.root, target.root) }).file!;
  }
}

/** Configuration files. In the target, they would change how an import reads its folder. */
const settings = new Set<string>(rootFiles);

function isEmpty({ pages, files, reusableContents, summary }: Manifest): boolean {
  return pages.length === 0 && files.length === 0 && reusableContents.length === 0 && !summary;
}

function placeInEmptySpace(source: Manifest, { variables }: Manifest): PlacedCopy {
  const { root, summary } = source;
  const pages = manifestIndex(source).pages.map(({ page }) => [page.id, addressOf(page)] as const);
  return {
    base: { pages: [], files: [], variables, reusableContents: [], root, ...(summary && { summary }) },
    addresses: new Map(pages),
    files: new Map(source.files.map(({ id, path }) => [id, path])),
  };
}

function claimPage(taken: UsedAddresses, page: Page, root: string): [string, PageAddress][] {
  return [...claimSubtree(taken, { page, next: claimAddress(taken, addressOf(page)), root })];
}

function addressOf({ path, file }: Page): PageAddress {
  return { ...(path !== undefined && { path }), ...(file !== undefined && { file }) };
}

function rebase(page: Page, from: string, to: string): Page {
  return page.file === undefined ? page : { ...page, file: withNewRoot(page.file, from, to) };
}

/** Moves a path from below one root to below another. A path outside of the root stays as it is. */
function withNewRoot(path: string, from: string, to: string): string {
  if (from === '') return joinPath(to, path);
  return path.startsWith(`${from}/`) ? joinPath(to, path.slice(from.length + 1)) : path;
}
