import type { Addresses } from './address-kit.js';

/** Sections and spaces of a site as its visitor sees them. */
export interface SiteSnapshot {
  sections: { id: string; path: string }[];
  spaces: { id: string; space: string; section: string; place: string; pages: { id: string; path: string }[] }[];
}

/** Returns a random integer from 0 to `below`, exclusive. */
export type DrawInteger = (below: number) => number;

/** Sends one request that moves or renames objects. Returns the number of moved objects. */
type Move = (site: Addresses, standing: SiteSnapshot, draw: DrawInteger) => Promise<number>;

const one = <Item>(items: readonly Item[], draw: DrawInteger): Item => items[draw(items.length)]!;

/** Returns a name. Most names are new, and some occur again. */
const name = (draw: DrawInteger): string => (draw(3) > 0 ? `name-${draw(1_000_000)}` : `again-${draw(6)}`);

/** Renames pages of a space in one request, and moves one page below another page or to the top level. */
const movePages: Move = async (site, { spaces }, draw) => {
  const { space, pages } = one(spaces, draw);
  const renamed = Array.from({ length: 20 }, () => ({ page: one(pages, draw).id, slug: name(draw) }));
  const [moving, into] = [one(pages, draw), one(pages, draw)];
  // A move of a page below itself would be refused. The paths show which pages are below a page.
  const isFree = !`${into.path}/`.startsWith(`${moving.path}/`);
  const moved = { page: moving.id, into: isFree ? into.id : null };
  await site.change(space, ...[moved, ...renamed].map((updatePage) => ({ updatePage })));
  return renamed.length + 1;
};

const renameSpace: Move = async (site, { spaces }, draw) => {
  const { id } = one(spaces, draw);
  return countMoved(await site.ask(`PATCH /site-spaces/${id}`, { path: name(draw) }));
};

const renameSection: Move = async (site, { sections }, draw) => {
  const { id } = one(sections, draw);
  return countMoved(await site.ask(`PATCH /sections/${id}`, { path: name(draw) }));
};

/** Moves a space after another space, within its section or to another section. */
const moveSpace: Move = async (site, { spaces }, draw) => {
  const { id } = one(spaces, draw);
  const position = { after: { type: 'site-space', siteSpace: one(spaces, draw).id } };
  return countMoved(await site.ask(`POST /site-spaces/${id}/move`, { position }));
};

/** Returns the number of moved objects. The server refuses a path that is taken, and a move of a space after itself. */
function countMoved({ status, body }: { status: number; body: unknown }): number {
  if (status >= 300 && status !== 400) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return status < 300 ? 1 : 0;
}

/** One in five moves is a move of pages. */
export const moves: readonly Move[] = [movePages, renameSpace, renameSection, moveSpace, moveSpace];
