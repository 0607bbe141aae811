import { compareCodeUnits } from '../../base/canonical-json.js';
import { composedPathFinder } from '../manifest/composed-path.js';
import { directoryOf } from '../pages/address.js';
import type { SummaryEntry } from '../summary/summary.js';
import type { Report } from './notices.js';

/**
 * A page of an import before its title, path and id are known. If `title` is empty, the title comes from the file.
 * `linkTitle` is '' if the table of contents sets none, and absent if it does not list the page.
 */
export type Outline =
  | { kind: 'document'; file: string; title: string; linkTitle?: string; unlisted?: boolean; children: Outline[] }
  | { kind: 'group'; title: string; children: Outline[] }
  | { kind: 'url'; title: string; linkTitle: string; url: string }
  | { kind: 'reference'; title: string; linkTitle: string; file: string; anchor?: string };

type DocumentOutline = Outline & { kind: 'document' };

/** The files of an import, grouped by purpose. */
export interface FolderFiles {
  /** Markdown files that are pages, sorted. */
  pages: ReadonlySet<string>;
  /** Every regular file. */
  all: ReadonlySet<string>;
  /** Returns the file with a path, even if its name is in another Unicode normalization form. */
  find(path: string): string | undefined;
  /** Content root. */
  root: string;
  /** File of the root folder's page, if the configuration names one. */
  readme?: string;
}

/** Creates `FolderFiles.find` for some files. */
export function fileFinder(files: ReadonlySet<string>): FolderFiles['find'] {
  const composed = composedPathFinder(() => files);
  return (path) => (files.has(path) ? path : composed(path));
}

/** Input for reading a table of contents, in addition to its entries. */
export interface SummaryReading {
  /** Path of the table of contents. */
  summary: string;
  files: FolderFiles;
  report: Report;
}

/**
 * Converts a table of contents to a tree of pages. An entry becomes a link page if it has an `#anchor`, its file is not
 * Markdown, or an earlier entry has the same file. An entry whose file is missing is reported and omitted; the entries
 * below it take its position.
 */
export function summaryOutline(entries: SummaryEntry[], reading: SummaryReading): Outline[] {
  const listedFiles = new Set<string>();
  const outlineOf = (entry: SummaryEntry): Outline[] => {
    const { title } = entry;
    if (entry.kind === 'url')
      return [{ kind: 'url', title: title || entry.url, linkTitle: entry.linkTitle, url: entry.url }];
    // The entry is converted before its children, because a file belongs to the first entry that lists it.
    const own = entry.kind === 'file' ? fileOutline(entry, listedFiles, reading) : undefined;
    const children = entry.children.flatMap(outlineOf);
    if (entry.kind === 'group') return [{ kind: 'group', title: title || 'Untitled', children }];
    if (!own) return children;
    return own.kind === 'document' ? [{ ...own, children }] : [own, ...children];
  };
  return entries.flatMap(outlineOf);
}

function fileOutline(
  { file: written, anchor, title, linkTitle, line }: SummaryEntry & { kind: 'file' },
  listedFiles: Set<string>,
  { summary, files, report }: SummaryReading,
): Outline | undefined {
  const file = files.find(written);
  const notice = { file: summary, line };
  if (written === summary) {
    report({ ...notice, kind: 'lists-itself', message: 'a table of contents must not list itself' });
    return undefined;
  }
  if (file === undefined) {
    const message = `the file must exist (got ${JSON.stringify(written)})`;
    report({ ...notice, kind: 'missing-file', message });
    return undefined;
  }
  const reference: Outline = { kind: 'reference', title: title || file, linkTitle, file };
  if (anchor !== undefined) return { ...reference, anchor };
  if (!files.pages.has(file)) return reference;
  if (!listedFiles.has(file)) {
    listedFiles.add(file);
    return { kind: 'document', file, title, linkTitle, children: [] };
  }
  report({
    ...notice,
    kind: 'listed-twice',
    message: `a file must be listed once (got ${JSON.stringify(file)} again)`,
  });
  return reference;
}

/**
 * Converts folders to a tree of pages. README or index is the page of its folder; other entries are sorted by name. A
 * folder without such a page is a group.
 */
export function folderOutline(files: FolderFiles): Outline[] {
  const folder = readFolder(files);
  const top = folderEntries(folder, files, 0);
  const own = ownPage(folder, files);
  return own === undefined ? top : [{ kind: 'document', file: own, title: '', children: [] }, ...top];
}

interface Folder {
  path: string;
  pages: string[];
  folders: Map<string, Folder>;
}

function readFolder({ pages, root }: FolderFiles): Folder {
  const top: Folder = { path: root, pages: [], folders: new Map() };
  for (const file of [...pages].sort(compareCodeUnits)) {
    let folder = top;
    const below = directoryOf(file).slice(root.length).split('/').filter(Boolean);
    for (const name of below) {
      const path = folder.path === '' ? name : `${folder.path}/${name}`;
      const next = folder.folders.get(name) ?? { path, pages: [], folders: new Map() };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.pages.push(file);
  }
  return top;
}

/**
 * Returns the entries of a folder. Groups exist only at the top level, because in the REST API groups contain no
 * groups. A deeper folder without a page is replaced by its entries.
 */
function folderEntries(folder: Folder, files: FolderFiles, depth: number): Outline[] {
  const own = ownPage(folder, files);
  const pages = folder.pages
    .filter((file) => file !== own)
    .map((file) => ({
      name: file.slice(file.lastIndexOf('/') + 1),
      outlines: [{ kind: 'document', file, title: '', children: [] } as Outline],
    }));
  const below = [...folder.folders].map(([name, child]) => ({
    name,
    outlines: folderAsPage(name, child, { files, depth }),
  }));
  return [...pages, ...below]
    .sort((left, right) => compareCodeUnits(left.name, right.name))
    .flatMap(({ outlines }) => outlines);
}

function folderAsPage(
  name: string,
  folder: Folder,
  { files, depth }: { files: FolderFiles; depth: number },
): Outline[] {
  const own = ownPage(folder, files);
  const children = folderEntries(folder, files, depth + 1);
  if (own !== undefined) return [{ kind: 'document', file: own, title: '', children }];
  return depth === 0 ? [{ kind: 'group', title: name, children }] : children;
}

function ownPage(folder: Folder, { root, readme }: FolderFiles): string | undefined {
  if (folder.path === root && readme !== undefined && folder.pages.includes(readme)) return readme;
  const named = (pattern: RegExp) => folder.pages.find((file) => pattern.test(file));
  return named(/(?:^|\/)readme\.md$/i) ?? named(/(?:^|\/)index\.md$/i);
}

/**
 * Adds the pages that the tree does not contain, after the listed ones. Each is added below its folder's page. If the
 * folder has no page, it is added below the page of the nearest parent folder, otherwise at the top level.
 */
export function addUnlistedPages(outline: Outline[], files: FolderFiles): Outline[] {
  const folderPages = new Map<string, DocumentOutline>();
  const listed = new Set<string>();
  const note = (entry: Outline) => {
    if (entry.kind === 'document') listed.add(entry.file);
    if (entry.kind === 'document' && isFolderPage(entry.file, files)) registerFolderPage(folderPages, entry);
    if ('children' in entry) entry.children.forEach(note);
  };
  outline.forEach(note);
  const top = [...outline];
  for (const file of unlistedFiles(files, listed)) {
    const entry: DocumentOutline = { kind: 'document', file, title: '', unlisted: true, children: [] };
    const own = isFolderPage(file, files);
    const parent = nearestFolderPage(folderPages, own ? parentFolder(directoryOf(file)) : directoryOf(file));
    (parent?.children ?? top).push(entry);
    if (own) registerFolderPage(folderPages, entry);
  }
  return top;
}

/** Records the page of a folder; a README has precedence over an index. */
function registerFolderPage(folderPages: Map<string, DocumentOutline>, entry: DocumentOutline): void {
  const folder = directoryOf(entry.file);
  const present = folderPages.get(folder);
  if (!present || (/index\.md$/i.test(present.file) && !/index\.md$/i.test(entry.file))) folderPages.set(folder, entry);
}

/**
 * Returns the files that are not listed, sorted by name. Pages of folders come first, because other pages are added
 * below them.
 */
function unlistedFiles(files: FolderFiles, listed: ReadonlySet<string>): string[] {
  const sorted = [...files.pages].filter((file) => !listed.has(file)).sort(compareCodeUnits);
  return [
    ...sorted.filter((file) => isFolderPage(file, files)),
    ...sorted.filter((file) => !isFolderPage(file, files)),
  ];
}

function isFolderPage(file: string, { readme }: FolderFiles): boolean {
  return file === readme || /(?:^|\/)(?:readme|index)\.md$/i.test(file);
}

function nearestFolderPage(folderPages: ReadonlyMap<string, DocumentOutline>, from: string | null) {
  for (let folder = from; folder !== null; folder = parentFolder(folder)) {
    const page = folderPages.get(folder);
    if (page) return page;
  }
  return undefined;
}

function parentFolder(folder: string): string | null {
  return folder === '' ? null : directoryOf(folder);
}
