import type { Context } from '../../../api/graphql/execution/context.js';
import { indexOf, type PlacedPage } from '../../../engine/tree/manifest/page-index.js';
import { redirectsFile, targetOf } from '../../../engine/tree/redirects/redirects.js';
import { getDerived, redirects } from '../../content/content-work/derived-cache.js';
import { type ContentView, descendantsOf, type PageView, pageById } from '../../content/revisions/content-view.js';
import { readBlobs } from '../../content/revisions/read-blobs.js';
import { formerPages } from './loaders.js';

/**
 * The page that has a path at the head of a space, as visitors are shown it; the empty path is that of the space, which
 * stands for its first page where none has it. A group stands for the first document below it. Null where there is none.
 */
export function livePage(content: ContentView, path: string): PageView | null {
  const { pageByPath, firstPage } = indexOf(content.manifest);
  return shownPage(content, pageByPath.get(path)) ?? (path === '' ? shownPage(content, firstPage) : null);
}

/**
 * The page that had a path of a space last; where that is none, or no more, the one that `redirects` of an imported
 * configuration name. Null without either. One batch, another one for a configuration that is not in memory, and one where
 * what that names has moved since.
 */
export async function formerPage(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  return (await lastPageAt(context, content, path)) ?? redirectedPage(context, content, path);
}

async function lastPageAt(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  const id = await context.loaders.load(formerPages, `${content.revision.spaceId}/${path}`);
  return id === null ? null : shownPage(content, indexOf(content.manifest).pageById.get(id));
}

async function redirectedPage(context: Context, content: ContentView, path: string): Promise<PageView | null> {
  const written = await redirectOf(context, content, path);
  if (written === undefined) return null;
  const { file, path: former } = targetOf(written, content.manifest);
  const page = shownPage(content, indexOf(content.manifest).pageByFile.get(file));
  return page ?? lastPageAt(context, content, former);
}

/** What the configuration of a space has for a path; undefined where it has nothing. */
async function redirectOf(context: Context, content: ContentView, path: string): Promise<string | undefined> {
  const file = redirectsFile(content.manifest);
  if (!file) return undefined;
  const { organizationId } = content.revision;
  const read = (hashes: string[]) => readBlobs(context.read, organizationId, hashes);
  return (await getDerived(redirects, { organizationId, blobs: [file.blob], read })).get(file.blob)!.get(path);
}

/** What a visitor is shown for a page: a group stands for the first document below it, and leads nowhere without one. */
function shownPage(content: ContentView, placed: PlacedPage | undefined | null): PageView | null {
  const page = placed ? pageById(content, placed.page.id) : null;
  if (page?.page.type !== 'group') return page;
  return descendantsOf(page).find(({ page: below }) => below.type === 'document' && !below.hidden) ?? null;
}
