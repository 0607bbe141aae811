import type { Context } from '../../../api/graphql/execution/context.js';
import { type IndexedPage, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { redirectsFile, redirectTarget } from '../../../engine/tree/redirects/redirects.js';
import { getDerived, redirects } from '../../content/content-work/derived-cache.js';
import { type ContentView, descendantsOf, type PageView, pageById } from '../../content/revisions/content-view.js';
import { readBlobs } from '../../content/revisions/read-blobs.js';
import { formerPages } from './loaders.js';

/**
 * Returns the page at a path of the head of a space, as visitors see it; null if there is none. The empty path leads
 * to the first page if no page has the empty path. The path of a group leads to the first document below it.
 */
export function currentPage(content: ContentView, path: string): PageView | null {
  const { pageByPath, firstPage } = manifestIndex(content.manifest);
  return visiblePage(content, pageByPath.get(path)) ?? (path === '' ? visiblePage(content, firstPage) : null);
}

/**
 * Returns the last page that had a path of a space. If there is none, or it is deleted, returns the target of the path
 * in the `redirects` of an imported configuration. Returns null if there is neither. It takes one batch of queries. It
 * takes a second batch for a configuration that is not cached, and a further one if the target of the redirect has
 * moved.
 */
export async function formerPage(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  return (await lastPageAt(context, content, path)) ?? redirectedPage(context, content, path);
}

async function lastPageAt(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  const id = await context.loaders.load(formerPages, `${content.revision.spaceId}/${path}`);
  return id === null ? null : visiblePage(content, manifestIndex(content.manifest).pageById.get(id));
}

async function redirectedPage(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  const target = await redirectOf(context, content, path);
  if (target === undefined) return null;
  const { file, path: targetPath } = redirectTarget(target, content.manifest);
  const page = visiblePage(content, manifestIndex(content.manifest).pageByFile.get(file));
  return page ?? lastPageAt(context, content, targetPath);
}

/** Returns the target of a path in the redirects of a space's configuration; undefined if there is none. */
async function redirectOf(context: Context, content: ContentView, path: string): Promise<string | undefined> {
  const file = redirectsFile(content.manifest);
  if (!file) return undefined;
  const { organizationId } = content.revision;
  const read = (hashes: string[]) => readBlobs(context.read, organizationId, hashes);
  return (await getDerived(redirects, { organizationId, blobs: [file.blob], read })).get(file.blob)!.get(path);
}

/**
 * Returns the page that a visitor sees: the page itself, or the first document below a group. Returns null for a group
 * without documents.
 */
function visiblePage(content: ContentView, indexed: IndexedPage | undefined | null): PageView | null {
  const page = indexed ? pageById(content, indexed.page.id) : null;
  if (page?.page.type !== 'group') return page;
  return (
    descendantsOf(page).find(({ page: descendant }) => descendant.type === 'document' && !descendant.hidden) ?? null
  );
}
