import type { Manifest, Page } from '../../base/types.js';
import { manifestIndex } from '../manifest/page-index.js';

/** URL path of a page and path of its Markdown file. A group has no file; link and computed pages have neither. */
export interface PageAddress {
  path?: string;
  file?: string;
}

/**
 * Reports whether the page's file represents its folder (`README.md`, `index.md`), so that both must be renamed
 * together.
 */
export function isFolderPage(page: PageAddress): boolean {
  return /(^|\/)(readme|index)\.md$/i.test(page.file ?? '');
}

/**
 * Returns the folder for the files of a page's sub-pages. For a README.md, it is the page's own folder. For other
 * pages, it is a folder with the name of the page's file. For a group, it is the group's path below the content root,
 * and for the top level the content root.
 */
export function folderBelow(parent: Page | null, root: string): string {
  if (parent?.file !== undefined)
    return isFolderPage(parent) ? directoryOf(parent.file) : parent.file.replace(/\.[^./]*$/, '');
  return joinPath(root, parent?.path ?? '');
}

/**
 * Returns the prefix of the URL paths of a page's sub-pages, and the folder for their files. The parent is null for the
 * top level.
 */
export function addressBelow(parent: Page | null, root: string): { path: string; folder: string } {
  return { path: parent?.path ?? '', folder: folderBelow(parent, root) };
}

/** Addresses that are in use. Files are lower-cased, because some file systems ignore case. */
export interface UsedAddresses {
  paths: Set<string>;
  files: Set<string>;
}

/** Returns the addresses that a manifest uses, except those of some pages. */
export function usedAddresses(manifest: Manifest, except: ReadonlySet<string> = new Set()): UsedAddresses {
  const inUse: UsedAddresses = { paths: new Set(), files: new Set() };
  for (const { page } of manifestIndex(manifest).pages) if (!except.has(page.id)) markUsed(inUse, page);
  for (const { path } of manifest.files) markUsed(inUse, { file: path });
  if (manifest.summary) markUsed(inUse, { file: manifest.summary.file });
  return inUse;
}

/**
 * Reserves an address and marks it as used. If it is in use, reserves the first free one with `-2`, `-3`, … after its
 * last segment.
 */
export function claimAddress(inUse: UsedAddresses, address: PageAddress): PageAddress {
  let free = address;
  for (let number = 2; !isFree(inUse, free); number++) free = numberedAddress(address, number);
  markUsed(inUse, free);
  return free;
}

/** Joins parts of a path with `/`; ignores empty parts and `.`. */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Returns the folder of a file; '' for a file in the top-level folder. */
export function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** Returns the last segment of a path. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function markUsed(inUse: UsedAddresses, { path, file }: PageAddress): void {
  if (path !== undefined) inUse.paths.add(path);
  if (file !== undefined) inUse.files.add(file.toLowerCase());
}

function isFree(inUse: UsedAddresses, { path, file }: PageAddress): boolean {
  const pathIsFree = path === undefined || !inUse.paths.has(path);
  return pathIsFree && (file === undefined || !inUse.files.has(file.toLowerCase()));
}

function numberedAddress(address: PageAddress, number: number): PageAddress {
  const { path, file } = address;
  const folder = file !== undefined && isFolderPage(address) ? directoryOf(file) : null;
  return {
    ...(path !== undefined && { path: `${path || 'page'}-${number}` }),
    // A README.md gets a new folder. If it got another name in the same folder, it would no longer represent the
    // folder.
    ...(file !== undefined && {
      file:
        folder === null
          ? file.replace(/(\.[^./]*)?$/, `-${number}$1`)
          : joinPath(`${folder || 'page'}-${number}`, lastSegment(file)),
    }),
  };
}
