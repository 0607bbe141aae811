import type { Context } from '../../../api/graphql/execution/context.js';
import type { Page } from '../../../engine/base/types.js';
import { computedSeed, derivedPageId } from '../../../engine/tree/computed/derived-ids.js';
import { openApiPages } from '../../../engine/tree/computed/openapi-pages.js';
import type { OpenApiSource, RevisionSource, TranslationSource } from '../../../engine/tree/computed/source.js';
import { ancestorsOf, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { slugOf } from '../../../engine/tree/pages/slug.js';
import { type ContentView, type PageView, pagesOf } from './content-view.js';
import { findSpecification, findTranslation } from './finders.js';
import { visibleContentOf } from './visible-content.js';

/** Maximum depth of nested translations: the source of a translation may itself be a translation. */
const maxTranslationDepth = 3;

/** Maximum number of pages of a revision, including computed ones; equal to the maximum length of unpaged lists. */
const maxPages = 20_000;

/**
 * State of a traversal of computed pages. `enclosing` are the ids of the revisions around the current one, `remaining`
 * the number of pages that may still be added.
 */
interface Walk {
  context: Context;
  enclosing: readonly string[];
  remaining: { pages: number };
}

type Resolve = (walk: Walk, entry: PageView, source: never) => Promise<PageView[] | null>;

/** Resolvers by type of source; other types have no pages. */
const resolvers = new Map<string, Resolve>([
  ['builtin:openapi', pagesOfSpecification],
  ['builtin:translation', pagesOfTranslation],
]);

/** Reports whether a revision has entries whose pages are computed. */
function hasComputedPages({ manifest }: ContentView): boolean {
  return manifestIndex(manifest).pages.some(({ page }) => page.type === 'computed');
}

/**
 * Returns all pages of a revision in reading order. The pages of a computed entry follow it. An entry has none if its
 * source does not exist, is not visible to the caller, or is part of a cycle. Revisions without such entries need no
 * query.
 */
export async function withComputedPages(context: Context, content: ContentView): Promise<PageView[]> {
  if (!hasComputedPages(content)) return pagesOf(content);
  return expand({ context, enclosing: [], remaining: { pages: maxPages } }, content);
}

/**
 * Finds a page by its id or path among all pages, including computed ones. The empty path is the first visible
 * document. Null if there is none.
 */
export async function findComputedPage(
  context: Context,
  content: ContentView,
  { id, path }: { id?: string | null; path?: string | null },
): Promise<PageView | null> {
  if (!hasComputedPages(content)) return null;
  const pages = await withComputedPages(context, content);
  const isMatch = ({ page }: PageView) => {
    if (id != null) return page.id === id;
    return path === '' ? page.type === 'document' && !page.hidden : page.path === path;
  };
  return pages.find(isMatch) ?? null;
}

/** Returns all pages of the source of one entry, in reading order. */
export function pagesBelow(context: Context, entry: PageView): Promise<PageView[]> {
  const enclosing = [entry.content.revision.id];
  return pagesOfEntry({ context, enclosing, remaining: { pages: maxPages } }, entry);
}

async function expand(walk: Walk, content: ContentView): Promise<PageView[]> {
  const { id } = content.revision;
  if (walk.enclosing.includes(id) || walk.enclosing.length > maxTranslationDepth) return [];
  const nested = { ...walk, enclosing: [...walk.enclosing, id] };
  const views: PageView[] = [];
  for (const view of pagesOf(content)) {
    if (--walk.remaining.pages < 0) break;
    views.push(view, ...(view.page.type === 'computed' ? await pagesOfEntry(nested, view) : []));
  }
  return views;
}

async function pagesOfEntry(walk: Walk, entry: PageView): Promise<PageView[]> {
  const source = entry.page.computed as unknown as RevisionSource | undefined;
  const resolve = source && resolvers.get(source.type);
  return (resolve && (await resolve(walk, entry, source as never))) ?? [];
}

async function pagesOfSpecification(walk: Walk, entry: PageView, source: OpenApiSource): Promise<PageView[] | null> {
  const { organizationId } = entry.content.revision;
  const { ref, value } = source.dependencies.spec;
  const reference = { organizationId, name: String(ref.spec), version: value?.lastVersion };
  const specification = await findSpecification(walk.context, reference);
  const pages = specification ? openApiPages(specification, source, { id: entry.id, path: basePathOf(entry) }) : [];
  const pagesWithinLimit = pages.slice(0, Math.max(walk.remaining.pages, 0));
  walk.remaining.pages -= pagesWithinLimit.length;
  return pagesWithinLimit.map((page, position) => ({
    ...{ id: page.id, page, position },
    ...{ parentId: entry.id, depth: entry.depth + 1, content: entry.content },
  }));
}

async function pagesOfTranslation(walk: Walk, entry: PageView, source: TranslationSource): Promise<PageView[] | null> {
  const { organizationId } = entry.content.revision;
  const { ref, value } = source.dependencies.translation;
  const name = String(ref.translation);
  const result = value ?? (await findTranslation(walk.context, { organizationId, name }));
  const content = result && (await visibleContentOf(walk.context, organizationId, result));
  if (!content) return null;
  const views = await expand(walk, content);
  const path = basePathOf(entry);
  return views.map((view) => translatedPage(entry, view, path));
}

/**
 * Returns a page of a translation as a page below the entry. The result has an id of its own, because the original page
 * keeps its id.
 */
function translatedPage(entry: PageView, view: PageView, base: string): PageView {
  const { revision } = view.content;
  const id = derivedPageId(entry.id, view.id);
  const address = view.page.path === undefined ? {} : { path: joinPaths(base, view.page.path) };
  const page: Page = { ...view.page, ...address, id };
  if (page.type === 'document' && page.computed === undefined) {
    page.computed = { type: 'builtin:translation', props: { space: revision.spaceId, document: view.id } };
    page.computedSeed = computedSeed(page.computed, view.page.blob ?? '');
  }
  const parentId = view.parentId === null ? entry.id : derivedPageId(entry.id, view.parentId);
  return { ...view, id, page, parentId, depth: view.depth + entry.depth + 1 };
}

/**
 * Returns the base path of an entry's pages: the path of the nearest ancestor that has one, and the slug of the entry's
 * title.
 */
function basePathOf({ id, page, content }: PageView): string {
  const above = ancestorsOf(content.manifest, id).findLast(({ path }) => path !== undefined)?.path ?? '';
  return joinPaths(above, slugOf(page.title));
}

function joinPaths(base: string, path: string): string {
  return [base, path].filter((part) => part !== '').join('/');
}
