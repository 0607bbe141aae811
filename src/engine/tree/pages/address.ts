import type { Manifest, Page } from '../../base/types.js';
import { indexOf } from '../manifest/page-index.js';

/** Where a page is read and where its Markdown lies; a group has no file, links and computed pages have neither. */
export interface PageAddress {
  path?: string;
  file?: string;
}

/** Names that mean the folder itself, or the table of contents, when a folder is imported. */
const reservedSlugs = new Set(['readme', 'index', 'summary']);
const slugLimit = 100;

/**
 * Makes a slug of a title: lower case, letters, digits, `.`, `_` and `-` of any script, at most 100 code units; what
 * else there is becomes `-`. A title without any such character gives `page`;
 * `readme` gives `readme-page`, since a file of that name would stand for its folder.
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

/** The last segment of a page's path: its slug in the contract. Null for a page without an address. */
export function slugOfPage(page: Page): string | null {
  return page.path === undefined ? null : lastSegment(page.path);
}

/** Whether the page's file stands for its folder (`README.md`, `index.md`), so that it is renamed with the folder. */
export function isFolderPage(page: PageAddress): boolean {
  return /(^|\/)(readme|index)\.md$/i.test(page.file ?? '');
}

/**
 * The folder for the files of a page's sub-pages: the page's own folder where it is a README.md, else the folder
 * named like the page's file; a group's path below the content root; the content root at the top level.
 */
export function folderBelow(parent: Page | null, root: string): string {
  if (parent?.file !== undefined)
    return isFolderPage(parent) ? directoryOf(parent.file) : parent.file.replace(/\.[^./]*$/, '');
  return joinPath(root, parent?.path ?? '');
}

/** Where sub-pages of a page are addressed: the path above theirs and the folder of their files. */
export function addressBelow(parent: Page | null, root: string): { path: string; folder: string } {
  return { path: parent?.path ?? '', folder: folderBelow(parent, root) };
}

/** Addresses that are in use. Files are kept in lower case, since some disks cannot tell names apart by it. */
export interface TakenAddresses {
  paths: Set<string>;
  files: Set<string>;
}

/** The addresses that a manifest uses, but for those of some pages. */
export function takenAddresses(manifest: Manifest, except: ReadonlySet<string> = new Set()): TakenAddresses {
  const taken: TakenAddresses = { paths: new Set(), files: new Set() };
  for (const { page } of indexOf(manifest).pages) if (!except.has(page.id)) take(taken, page);
  for (const { path } of manifest.files) take(taken, { file: path });
  if (manifest.summary) take(taken, { file: manifest.summary.file });
  return taken;
}

/** The address itself, or the first free one with `-2`, `-3`, … behind its last segment; marks it as taken. */
export function claimAddress(taken: TakenAddresses, address: PageAddress): PageAddress {
  let free = address;
  for (let number = 2; !isFree(taken, free); number++) free = numberedAddress(address, number);
  take(taken, free);
  return free;
}

/** Joins parts of a path with `/`; empty parts and `.` leave no trace. */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** The folder of a file; '' for a file at the top. */
export function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** The last segment of a path. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function take(taken: TakenAddresses, { path, file }: PageAddress): void {
  if (path !== undefined) taken.paths.add(path);
  if (file !== undefined) taken.files.add(file.toLowerCase());
}

function isFree(taken: TakenAddresses, { path, file }: PageAddress): boolean {
  const pathIsFree = path === undefined || !taken.paths.has(path);
  return pathIsFree && (file === undefined || !taken.files.has(file.toLowerCase()));
}

function numberedAddress(address: PageAddress, number: number): PageAddress {
  const { path, file } = address;
  const folder = file !== undefined && isFolderPage(address) ? directoryOf(file) : null;
  return {
    ...(path !== undefined && { path: `${path || 'page'}-${number}` }),
    // A README.md goes to a folder of its own: another name in the same folder would not stand for the folder.
    ...(file !== undefined && {
      file:
        folder === null
          ? file.replace(/(\.[^./]*)?$/, `-${number}$1`)
          : joinPath(`${folder || 'page'}-${number}`, lastSegment(file)),
    }),
  };
}
