import type { Addresses } from './address-kit.js';

/** What stands on a site, as its visitor is shown it. */
export interface Standing {
  sections: { id: string; path: string }[];
  spaces: { id: string; space: string; section: string; place: string; pages: { id: string; path: string }[] }[];
}

/** A number below another one. */
export type Draw = (below: number) => number;

/** One request that moves or renames things; answers how many it has moved. */
type Move = (site: Addresses, standing: Standing, draw: Draw) => Promise<number>;

const one = <Item>(items: readonly Item[], draw: Draw): Item => items[draw(items.length)]!;

/** Names of which most are new, and some come again. */
const name = (draw: Draw): string => (draw(3) > 0 ? `name-${draw(1_000_000)}` : `again-${draw(6)}`);

/** Pages of a space that get other names at once, and one of them that goes below another page, or to the top. */
const movePages: Move = async (site, { spaces }, draw) => {
  const { space, pages } = one(spaces, draw);
  const renamed = Array.from({ length: 20 }, () => ({ page: one(pages, draw).id, slug: name(draw) }));
  const [moving, into] = [one(pages, draw), one(pages, draw)];
  // One below itself would be refused, and the paths tell who stands below whom.
  const isFree = !`${into.path}/`.startsWith(`${moving.path}/`);
  const moved = { page: moving.id, into: isFree ? into.id : null };
  await site.change(space, ...[moved, ...renamed].map((updatePage) => ({ updatePage })));
  return renamed.length + 1;
};

const renameSpace: Move = async (site, { spaces }, draw) => {
  const { id } = one(spaces, draw);
  return done(await site.ask(`PATCH /site-spaces/${id}`, { path: name(draw) }));
};

const renameSection: Move = async (site, { sections }, draw) => {
  const { id } = one(sections, draw);
  return done(await site.ask(`PATCH /sections/${id}`, { path: name(draw) }));
};

/** Behind another space: within its section, or to another one. */
const moveSpace: Move = async (site, { spaces }, draw) => {
  const { id } = one(spaces, draw);
  const position = { after: { type: 'site-space', siteSpace: one(spaces, draw).id } };
  return done(await site.ask(`POST /site-spaces/${id}/move`, { position }));
};

/** A name that is taken, and a place behind itself, are refused. */
function done({ status, body }: { status: number; body: unknown }): number {
  if (status >= 300 && status !== 400) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return status < 300 ? 1 : 0;
}

/** Of every five, one moves pages. */
export const moves: readonly Move[] = [movePages, renameSpace, renameSection, moveSpace, moveSpace];
