import type { Context } from '../../../api/graphql/execution/context.js';
import type { File, Manifest, Page } from '../../../engine/base/types.js';
import { findPageByPath, type IndexedPage, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { spacesById } from '../spaces/loaders.js';
import { headFilesById, headPagesById } from './loaders.js';
import { readManifest } from './manifests.js';
import { findRevision } from './revision-cache.js';

/** A revision with its content. Pages and files are read from the content. */
export interface ContentView {
  revision: Row<'Revision'>;
  manifest: Manifest;
}

/** A page in one revision. */
export interface PageView extends IndexedPage {
  id: string;
  content: ContentView;
}

/** A file in one revision. */
export interface FileView {
  id: string;
  file: File;
  content: ContentView;
}

/** Reads the content of a revision. Needs no query if its manifest is cached. */
export async function readContentView(context: Context, revision: Row<'Revision'>): Promise<ContentView> {
  return { revision, manifest: await readManifest(context.store.read, revision) };
}

/** Returns all pages of a revision in reading order. */
export function pagesOf(content: ContentView): PageView[] {
  return manifestIndex(content.manifest).pages.map((indexed) => pageView(content, indexed));
}

/** Returns the subpages of a page, or the top-level pages of the revision if `parentId` is null. */
export function childrenOf(content: ContentView, parentId: string | null): PageView[] {
  const { pageById } = manifestIndex(content.manifest);
  const pages = parentId === null ? content.manifest.pages : (pageById.get(parentId)?.page.children ?? []);
  return pages.map(({ id }) => pageView(content, pageById.get(id)!));
}

/** Returns all pages below a page, in reading order. */
export function descendantsOf({ content, page }: PageView): PageView[] {
  const { pageById } = manifestIndex(content.manifest);
  const withDescendants = (pages: Page[]): Page[] =>
    pages.flatMap((child) => [child, ...withDescendants(child.children ?? [])]);
  return withDescendants(page.children ?? []).map(({ id }) => pageView(content, pageById.get(id)!));
}

/** Returns a page of a revision by its id; null if the revision has none. */
export function pageById(content: ContentView, id: string): PageView | null {
  const indexed = manifestIndex(content.manifest).pageById.get(id);
  return indexed ? pageView(content, indexed) : null;
}

/** Returns a page of a revision by its path; the empty path is the first page. */
export function pageByPath(content: ContentView, path: string): PageView | null {
  const indexed = findPageByPath(content.manifest, path);
  return indexed && pageView(content, indexed);
}

/** Returns all files of a revision, in the order of their paths. */
export function filesOf(content: ContentView): FileView[] {
  return content.manifest.files.map((file) => ({ id: file.id, file, content }));
}

/** Returns a file of a revision by its id; null if the revision has none. */
export function fileById(content: ContentView, id: string): FileView | null {
  const file = manifestIndex(content.manifest).fileById.get(id);
  return file ? { id, file, content } : null;
}

/** Finds a page at the head of its space, for `node(id)`. */
export async function findHeadPage(context: Context, id: string): Promise<PageView | null> {
  const row = await context.loaders.load(headPagesById, id);
  const content = row && (await headOf(context, row.spaceId));
  return content && pageById(content, id);
}

/** Finds a file at the head of its space, for `node(id)`. */
export async function findHeadFile(context: Context, id: string): Promise<FileView | null> {
  const row = await context.loaders.load(headFilesById, id);
  const content = row && (await headOf(context, row.spaceId));
  return content && fileById(content, id);
}

/** Returns the content at the head of a space; null if the space does not exist. */
export async function headOf(context: Context, spaceId: string): Promise<ContentView | null> {
  const space = await context.loaders.load(spacesById, spaceId);
  return space && headOfSpace(context, space);
}

/** Does the same as `headOf`, for a space that is already loaded. Needs no query if the head is cached. */
export async function headOfSpace(
  context: Context,
  { organizationId, revisionId: id }: Pick<Row<'Space'>, 'organizationId' | 'revisionId'>,
): Promise<ContentView | null> {
  const revision = await findRevision(context.loaders, { organizationId, id });
  return revision && readContentView(context, revision);
}

function pageView(content: ContentView, indexed: IndexedPage): PageView {
  return { ...indexed, id: indexed.page.id, content };
}
