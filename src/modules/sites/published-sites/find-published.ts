import type { Context } from '../../../api/graphql/execution/context.js';
import { headOfSpace, type PageView } from '../../content/revisions/content-view.js';
import { pathKey } from '../site-structure/paths.js';
import { formerPage, livePage } from './find-page.js';
import { formerPages, formerPlaces } from './loaders.js';
import { guessedPlaces, movedPlaces, type NamedPlace, namedPlace, placesBefore } from './named-places.js';
import { pathOnSite } from './published-address.js';
import { type PublishedView, treeOf } from './published-view.js';
import type { VisibleSpace } from './visible-tree.js';

/** What an address of a published site leads to. */
export interface Found {
  place: VisibleSpace;
  /** Null for a space that has no page to show. */
  page: PageView | null;
  /** Whether it has another address than the one that was asked for; that one leads to it without a further step. */
  isMoved: boolean;
  /** Whether it had that address; else it stands in for what is there, and can be another one tomorrow. */
  isForGood: boolean;
}

/** Longest path that is looked for, in characters and in segments. */
const longest = { path: 2000, segments: 100 };

/**
 * What a path of a published site leads to, of what its visitor is shown; null where it leads to nothing. In this order:
 *
 * 1. what has the address: a space stands for its page with the empty path, or else for its first page, a group for the
 *    first document below it, the site and a section for what they show first;
 * 2. in the space that the address names, the page that had its path last, or that an imported configuration names;
 * 3. the same where the address begins with a place that a space or a section has left: the longest first, of several that
 *    were there the one that left last;
 * 4. with section and space left out of it, those that are shown first.
 *
 * A page at its own address takes no batch beyond those of the structure and of the head, another address two, where heads
 * and configurations are in memory.
 * @param path what follows the address of the site: without a slash at its beginning, decoded
 */
export async function findPublished(context: Context, view: PublishedView, path: string): Promise<Found | null> {
  if (!isAskable(path)) return null;
  const tree = await treeOf(context, view);
  const segments = path === '' ? [] : path.replace(/\/$/, '').split('/');
  const named = namedPlace(tree, segments);
  const live = named && (await liveIn(context, named));
  const found = (live && { ...live, isForGood: false }) ?? (await findElsewhere(context, view, segments));
  return found && { ...found, isMoved: addressOf(found) !== path };
}

type Shown = Pick<Found, 'place' | 'page'>;

/** Whether a path can be asked of the databases at all, and is not too long to be one of ours. */
export function isAskable(path: string): boolean {
  if (path.length > longest.path || !path.isWellFormed() || path.includes('\0')) return false;
  return path.split('/').length <= longest.segments;
}

function addressOf({ place, page }: Shown): string {
  return pathOnSite({ section: place.section, siteSpace: place.row, page: page?.page.path });
}

/** What has an address in a space; a space without pages has its own. */
async function liveIn(context: Context, { place, path }: NamedPlace): Promise<Shown | null> {
  const content = await headOfSpace(context, place.space);
  const page = content && livePage(content, path);
  return page || path === '' ? { place, page } : null;
}

/** What had an address, or is meant by it: places one after the other, of which the paths are asked at once. */
async function findElsewhere(
  context: Context,
  view: PublishedView,
  segments: string[],
): Promise<Omit<Found, 'isMoved'> | null> {
  const tree = await treeOf(context, view);
  const prefixes = placesBefore(segments);
  const targets = await Promise.all(
    prefixes.map((prefix) => context.loaders.load(formerPlaces, `${view.id}/${pathKey(prefix)}`)),
  );
  const moved = targets.flatMap((ids, index) =>
    ids.flatMap((id) => movedPlaces(tree, id, segments.slice(prefixes[index]!.split('/').length))),
  );
  const named = namedPlace(tree, segments);
  const left = [...(named ? [named] : []), ...moved];
  const places = [...left, ...guessedPlaces(tree, segments)];
  const former = places.map(({ place, path }) => context.loaders.load(formerPages, `${place.space.id}/${path}`));
  await Promise.all(former);
  for (const one of places) {
    const found = (await liveIn(context, one)) ?? (await formerIn(context, one));
    if (found) return { ...found, isForGood: left.includes(one) && one.path !== '' };
  }
  return null;
}

/** What an address in a space led to. */
async function formerIn(context: Context, { place, path }: NamedPlace): Promise<Shown | null> {
  const content = await headOfSpace(context, place.space);
  const page = content && (await formerPage(context, content, path));
  return page ? { place, page } : null;
}
