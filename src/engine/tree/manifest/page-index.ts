import type { File, Hash, Manifest, Page, PageLink, ReusableContent } from '../../base/types.js';

/** A page and its place in the tree. */
export interface PlacedPage {
  page: Page;
  /** The page it is a sub-page of; null at the top level. */
  parentId: string | null;
  /** Place among its siblings, from 0. */
  position: number;
  /** 0 at the top level. */
  depth: number;
}

/** What lookups in a manifest need. */
export interface ManifestIndex {
  /** All pages in reading order: a page, then its sub-pages. */
  pages: PlacedPage[];
  pageById: Map<string, PlacedPage>;
  /** Documents and groups by their address. */
  pageByPath: Map<string, PlacedPage>;
  /** Documents by the path of their Markdown file. */
  pageByFile: Map<string, PlacedPage>;
  fileById: Map<string, File>;
  fileByPath: Map<string, File>;
  reusableById: Map<string, ReusableContent>;
  /** The first document in reading order that neither is hidden nor stands below a hidden page; null where none is. */
  firstPage: PlacedPage | null;
}

const indexes = new WeakMap<Manifest, ManifestIndex>();

/** The index of a manifest, built once for each manifest object; manifests are immutable. */
export function indexOf(manifest: Manifest): ManifestIndex {
  const known = indexes.get(manifest);
  if (known) return known;
  const index = buildIndex(manifest);
  indexes.set(manifest, index);
  return index;
}

/** The page at an address; an empty address is the first page. Null where there is none. */
export function findPageByPath(manifest: Manifest, path: string): PlacedPage | null {
  const index = indexOf(manifest);
  return path === '' ? index.firstPage : (index.pageByPath.get(path) ?? null);
}

/** The pages above a page, the outermost first; empty at the top level and for an unknown page. */
export function ancestorsOf(manifest: Manifest, pageId: string): Page[] {
  const { pageById } = indexOf(manifest);
  const ancestors: Page[] = [];
  let parentId = pageById.get(pageId)?.parentId ?? null;
  while (parentId !== null) {
    const parent = pageById.get(parentId)!;
    ancestors.unshift(parent.page);
    parentId = parent.parentId;
  }
  return ancestors;
}

/** Whether a revision has what a link points at. */
export function hasTarget(manifest: Manifest, { kind, id }: PageLink['target']): boolean {
  const { pageById, fileById, reusableById } = indexOf(manifest);
  return { page: pageById, file: fileById, 'reusable-content': reusableById }[kind].has(id);
}

/** The path of what a link points at; undefined for what has no file. */
export function pathOfTarget(manifest: Manifest, { kind, id }: PageLink['target']): string | undefined {
  const { pageById, fileById, reusableById } = indexOf(manifest);
  if (kind === 'page') return pageById.get(id)?.page.file;
  return kind === 'file' ? fileById.get(id)?.path : reusableById.get(id)?.file;
}

/** Hashes of the texts that a page includes, in the order of its text. */
export function includedBlobs(manifest: Manifest, { links = [] }: Pick<Page, 'links'>): Hash[] {
  const included = links.filter(({ target }) => target.kind === 'reusable-content');
  if (included.length === 0) return [];
  const { reusableById } = indexOf(manifest);
  return included.flatMap(({ target }) => reusableById.get(target.id)?.blob ?? []);
}

/** The text of a page and those that it includes, as things with a blob. */
export function textsOfPage(manifest: Manifest, page: Pick<Page, 'blob' | 'links'>): Pick<Page, 'blob'>[] {
  return [page, ...includedBlobs(manifest, page).map((blob) => ({ blob }))];
}

function buildIndex(manifest: Manifest): ManifestIndex {
  const pages: PlacedPage[] = [];
  collect(manifest.pages, { parentId: null, depth: 0 }, pages);
  const { files } = manifest;
  // Many manifests on the way to another are never asked for an address.
  let byPath: ManifestIndex['pageByPath'] | undefined;
  let byFile: ManifestIndex['pageByFile'] | undefined;
  let filesByPath: ManifestIndex['fileByPath'] | undefined;
  let reusableById: ManifestIndex['reusableById'] | undefined;
  return {
    pages,
    pageById: new Map(pages.map((placed) => [placed.page.id, placed])),
    get pageByPath() {
      byPath ??= keyed(pages, (placed) => placed.page.path);
      return byPath;
    },
    get pageByFile() {
      byFile ??= keyed(pages, (placed) => placed.page.file);
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

function collect(siblings: Page[], place: { parentId: string | null; depth: number }, into: PlacedPage[]): void {
  for (const [position, page] of siblings.entries()) {
    into.push({ page, position, ...place });
    collect(page.children ?? [], { parentId: page.id, depth: place.depth + 1 }, into);
  }
}

/** The first page wins where two share a key, as it does for readers of the tree. */
function keyed(pages: PlacedPage[], keyOf: (placed: PlacedPage) => string | undefined): Map<string, PlacedPage> {
  const map = new Map<string, PlacedPage>();
  for (const placed of pages) {
    const key = keyOf(placed);
    if (key !== undefined && !map.has(key)) map.set(key, placed);
  }
  return map;
}

function firstVisible(pages: PlacedPage[]): PlacedPage | null {
  const hidden = new Set<string>();
  for (const placed of pages) {
    if (placed.page.hidden || (placed.parentId !== null && hidden.has(placed.parentId))) hidden.add(placed.page.id);
    else if (placed.page.type === 'document') return placed;
  }
  return null;
}
