import type { Context } from '../../../api/graphql/execution/context.js';
import { headOfSpace, type PageView } from '../../content/revisions/content-view.js';
import { pathKey } from '../site-structure/paths.js';
import { currentPage, formerPage } from './find-page.js';
import { formerPages, formerPlaces } from './loaders.js';
import { addressPrefixes, guessedPlaces, movedPlaces, type NamedPlace, namedPlace } from './named-places.js';
import { pathOnSite } from './published-address.js';
import { loadVisibleTree, type PublishedView } from './published-view.js';
import type { VisibleSpace } from './visible-tree.js';

/** Target of an address of a published site. */
export interface PublishedMatch {
  place: VisibleSpace;
  /** Page at the address; null for a space without pages to show. */
  page: PageView | null;
  /**
   * Whether the current address of the target differs from the requested one. The current address leads to the target
   * without a redirect.
   */
  isMoved: boolean;
  /**
   * Whether the target once had the requested address, so that a redirect is permanent. Otherwise the target is a
   * guess, such as a default part, and may change.
   */
  isPermanent: boolean;
}

/** Maximum length of a path, in characters and in segments. */
const maxPath = { characters: 2000, segments: 100 };

/**
 * Returns the target of a path of a published site, among the parts that its visitor can see; null if there is none. It
 * looks in this order:
 *
 * 1. The part with this address. The address of a space leads to its page with the empty path, otherwise its first
 *    page. A group leads to the first document below it. The site and a section lead to their default parts.
 * 2. In the space that the address names: the last page that had this path, or the redirect of an imported
 *    configuration.
 * 3. Steps 1 and 2 after replacing a former path of a space or section at the beginning. Longer former paths come
 *    first. Among paths of equal length, the one that a part left last comes first.
 * 4. Steps 1 and 2 with the default section and space, if the address names none.
 *
 * A page at its own address takes only two batches of queries: for the structure and for the head. Another address
 * takes two more, if heads and configurations are cached.
 * @param path part of the address after the address of the site, decoded, without a slash at its beginning
 */
export async function findPublished(
  context: Context,
  view: PublishedView,
  path: string,
): Promise<PublishedMatch | null> {
  if (!isQueryablePath(path)) return null;
  const tree = await loadVisibleTree(context, view);
  const segments = path === '' ? [] : path.replace(/\/$/, '').split('/');
  const named = namedPlace(tree, segments);
  const current = named && (await findCurrentPage(context, named));
  const found = (current && { ...current, isPermanent: false }) ?? (await findFallback(context, view, segments));
  return found && { ...found, isMoved: currentAddress(found) !== path };
}

type MatchedPart = Pick<PublishedMatch, 'place' | 'page'>;

/** Reports whether a path can be used in a query, and is short enough to be a path of this server. */
export function isQueryablePath(path: string): boolean {
  if (path.length > maxPath.characters || !path.isWellFormed() || path.includes('\0')) return false;
  return path.split('/').length <= maxPath.segments;
}

function currentAddress({ place, page }: MatchedPart): string {
  return pathOnSite({ section: place.section, siteSpace: place.row, page: page?.page.path });
}

/**
 * Returns the target of an address in a space, by the current paths of its pages. The empty path leads to the space
 * even if it has no pages.
 */
async function findCurrentPage(context: Context, { place, path }: NamedPlace): Promise<MatchedPart | null> {
  const content = await headOfSpace(context, place.space);
  const page = content && currentPage(content, path);
  return page || path === '' ? { place, page } : null;
}

/**
 * Returns the target of an address by former paths, or by the default section and space. It tries several spaces in
 * order, and reads their former paths in one batch.
 */
async function findFallback(
  context: Context,
  view: PublishedView,
  segments: string[],
): Promise<Omit<PublishedMatch, 'isMoved'> | null> {
  const tree = await loadVisibleTree(context, view);
  const prefixes = addressPrefixes(segments);
  const targetIds = await Promise.all(
    prefixes.map((prefix) => context.loaders.load(formerPlaces, `${view.id}/${pathKey(prefix)}`)),
  );
  const moved = targetIds.flatMap((ids, index) =>
    ids.flatMap((id) => movedPlaces(tree, id, segments.slice(prefixes[index]!.split('/').length))),
  );
  const named = namedPlace(tree, segments);
  const knownPlaces = [...(named ? [named] : []), ...moved];
  const places = [...knownPlaces, ...guessedPlaces(tree, segments)];
  const formerPageReads = places.map(({ place, path }) =>
    context.loaders.load(formerPages, `${place.space.id}/${path}`),
  );
  await Promise.all(formerPageReads);
  for (const candidate of places) {
    const found = (await findCurrentPage(context, candidate)) ?? (await findFormerPage(context, candidate));
    if (found) return { ...found, isPermanent: knownPlaces.includes(candidate) && candidate.path !== '' };
  }
  return null;
}

/** Returns the target of an address in a space, by the former paths of its pages. */
async function findFormerPage(context: Context, { place, path }: NamedPlace): Promise<MatchedPart | null> {
  const content = await headOfSpace(context, place.space);
  const page = content && (await formerPage(context, content, path));
  return page ? { place, page } : null;
}
