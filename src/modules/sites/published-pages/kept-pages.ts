import { createCache } from '../../../platform/cache/cache.js';
import type { PageAnswer } from '../../../render/html/answers.js';
import type { PublishedView } from '../published-sites/published-view.js';
import type { VisibleSpace } from '../published-sites/visible-tree.js';
import { hashOf, placeOf, type Visit } from './visit.js';

/** What a page was made of beside its name. */
export interface Made {
  answer: PageAnswer;
  /** Heads of the other spaces that it refers to, by the id of the space. */
  heads: ReadonlyMap<string, string>;
  /** Whether it says the same to visitors with other claims. */
  seesClaims: boolean;
}

/** A page of a site, for one visitor. */
export interface PageName {
  place: VisibleSpace;
  pageId: string;
}

/** Pages by what they are made of; those that see claims are there once for all and once for each claims. */
const pages = createCache<Made>({ name: 'published pages', weigh: ({ answer }) => 2 * answer.html.length + 500 });

/** A page that is in memory, made of what is still there; undefined where there is none. */
export function keptPage(visit: Visit, name: PageName): PageAnswer | undefined {
  const key = keyOf(visit, name);
  const first = pages.get(key);
  const made = first?.seesClaims ? pages.get(key + claimsKey(visit.view)) : first;
  const isRight = made && [...made.heads].every(([id, head]) => placeOf(visit, id)?.space.revisionId === head);
  return isRight ? made.answer : undefined;
}

/** Names a page as its visitor sees it. */
export function pageKey(visit: Visit, name: PageName): string {
  return keyOf(visit, name) + claimsKey(visit.view);
}

/** Keeps a page. */
export function keepPage(visit: Visit, name: PageName, made: Made): void {
  const key = keyOf(visit, name);
  pages.set(key, made);
  if (made.seesClaims) pages.set(key + claimsKey(visit.view), made);
}

const day = 86_400_000;

/** All that a page is made of but for the claims of its visitor, and what it refers to in other spaces. */
function keyOf(visit: Visit, { place, pageId }: PageName): string {
  const { view, tree, root, theme, isPreview } = visit;
  const { title, customization, visibility, agentsContext, structureVersion, ...site } = view.site;
  const set = [view.id, title, customization, visibility, agentsContext, structureVersion];
  const addresses = [site.basename, site.proxyOrigin, site.confirmedHostname, root];
  const shown = [
    tree.items.map((item) => item.id),
    tree.siteSpaces.map(({ id, space }) => [id, space.title, space.emoji]),
  ];
  // The addresses of files are those of a day.
  const today = Math.floor(Date.now() / day);
  const { id, space } = place;
  const own = [id, pageId, space.revisionId, space.language];
  return hashOf(JSON.stringify([set, addresses, shown, own, theme, isPreview, today]));
}

function claimsKey({ visitor }: PublishedView): string {
  return ` ${hashOf(JSON.stringify(visitor?.claims ?? null))}`;
}
