import type { File, Hash, Manifest, Page, PageLink, ReusableContent } from '../../base/types.js';

/** A page and its position in the tree. */
export interface IndexedPage {
  page: Page;
  /** Id of the parent; null at the top level. */
  parentId: string | null;
  /** Index among its siblings, from 0. */
  position: number;
  /** Number of ancestors; 0 at the top level. */
  depth: number;
}

/** Index for finding pages in a manifest. */
export interface ManifestIndex {
  /** All pages in reading order: each page is followed by its sub-pages. */
  pages: IndexedPage[];
  pageById: Map<string, IndexedPage>;
  /** Documents and groups by path. */
  pageByPath: Map<string, IndexedPage>;
  /** Documents by the path of their Markdown file. */
  pageByFile: Map<string, IndexedPage>;
  fileById: Map<string, File>;
  fileByPath: Map<string, File>;
  reusableById: Map<string, ReusableContent>;
  /** First document in reading order that is neither hidden nor below a hidden page; null if there is none. */
  firstPage: IndexedPage | null;
}

const indexes = new WeakMap<Manifest, ManifestIndex>();

/** Returns the index of a manifest. It is cached per manifest object, because manifests are immutable. */
export function manifestIndex(manifest: Manifest): ManifestIndex {
  const known = indexes.get(manifest);
  if (known) return known;
  const index = buildIndex(manifest);
  indexes.set(manifest, index);
  return index;
}

/** Returns the page with a path; for an empty path, the first page. Returns null if there is none. */
export function findPageByPath(manifest: Manifest, path: string): IndexedPage | null {
  const index = manifestIndex(manifest);
  return path === '' ? index.firstPage : (index.pageByPath.get(path) ?? null);
}

/** Returns the ancestors of a page, the outermost first; empty at the top level and for an unknown page. */
export function ancestorsOf(manifest: Manifest, pageId: string): Page[] {
  const { pageById } = manifestIndex(manifest);
  const ancestors: Page[] = [];
  let parentId = pageById.get(pageId)?.parentId ?? null;
  while (parentId !== null) {
    const parent = pageById.get(parentId)!;
    ancestors.unshift(parent.page);
    parentId = parent.parentId;
  }
  return ancestors;
}

/** Reports whether the target of a link is in a revision. */
export function hasTarget(manifest: Manifest, { kind, id }: PageLink['target']): boolean {
  const { pageById, fileById, reusableById } = manifestIndex(manifest);
  return { page: pageById, file: fileById, 'reusable-content': reusableById }[kind].has(id);
}

/** Returns the path of a link's target; undefined if the target has no file. */
export function pathOfTarget(manifest: Manifest, { kind, id }: PageLink['target']): string | undefined {
  const { pageById, fileById, reusableById } = manifestIndex(manifest);
  if (kind === 'page') return pageById.get(id)?.page.file;
  return kind === 'file' ? fileById.get(id)?.path : reusableById.get(id)?.file;
}

/** Returns the hashes of the texts that a page includes, in text order. */
export function includedBlobs(manifest: Manifest, { links = [] }: Pick<Page, 'links'>): Hash[] {
  const included = links.filter(({ target }) => target.kind === 'reusable-content');
  if (included.length === 0) return [];
  const { reusableById } = manifestIndex(manifest);
  return included.flatMap(({ target }) => reusableById.get(target.id)?.blob ?? []);
}

/** Returns the text of a page and the texts that it includes. Each is an object with a `blob`. */
export function textsOfPage(manifest: Manifest, page: Pick<Page, 'blob' | 'links'>): Pick<Page, 'blob'>[] {
  return [page, ...includedBlobs(manifest, page).map((blob) => ({ blob }))];
}

function buildIndex(manifest: Manifest): ManifestIndex {
  const pages: IndexedPage[] = [];
  collect(manifest.pages, { parentId: null, depth: 0 }, pages);
  const { files } = manifest;
  // The maps are created only when they are needed, because many intermediate manifests are never searched by path.
  let byPath: ManifestIndex['pageByPath'] | undefined;
  let byFile: ManifestIndex['pageByFile'] | undefined;
  let filesByPath: ManifestIndex['fileByPath'] | undefined;
  let reusableById: ManifestIndex['reusableById'] | undefined;
  return {
    pages,
    pageById: new Map(pages.map((placed) => [placed.page.id, placed])),
    get pageByPath() {
      byPath ??= indexByKey(pages, (placed) => placed.page.path);
      return byPath;
    },
    get pageByFile() {
      byFile ??= indexByKey(pages, (placed) => placed.page.file);
      return byFile;
    },
    fileById: new Map(files.map((file) => [file.id, file])),
    get fileByPath() {
      filesByPath ??= new Map(files.map((file) => [file.path, file]));
      return filesByPath;
    },
    get reusableById() {
      reusableById ??= new Map(manifest.reusableContents.map((content) => [content.id, content]));
      return reusableById;
    },
    firstPage: firstVisible(pages),
  };
}

function collect(siblings: Page[], place: { parentId: string | null; depth: number }, into: IndexedPage[]): void {
  for (const [position, page] of siblings.entries()) {
    into.push({ page, position, ...place });
    collect(page.children ?? [], { parentId: page.id, depth: place.depth + 1 }, into);
  }
}

/** Maps keys to pages. If two pages have the same key, the first one in reading order is used. */
function indexByKey(
  pages: IndexedPage[],
  keyOf: (placed: IndexedPage) => string | undefined,
): Map<string, IndexedPage> {
  const map = new Map<string, IndexedPage>();
  for (const placed of pages) {
    const key = keyOf(placed);
    if (key !== undefined && !map.has(key)) map.set(key, placed);
  }
  return map;
}

function firstVisible(pages: IndexedPage[]): IndexedPage | null {
  const hidden = new Set<string>();
  for (const placed of pages) {
    if (placed.page.hidden || (placed.parentId !== null && hidden.has(placed.parentId))) hidden.add(placed.page.id);
    else if (placed.page.type === 'document') return placed;
  }
  return null;
}
