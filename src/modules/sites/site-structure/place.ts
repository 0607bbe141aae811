import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { positionBehind, positionBetween } from '../../shared/positions.js';
import { arrange, type Child, type GroupRow, groupOf, inOrder, isGroup, type SiteParts } from './parts.js';
import { freePath } from './paths.js';

/** The kinds of what stands on a site. */
export type ItemKind = 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup';

/** Something on a site, as clients point at it. */
export interface Pointer {
  kind: ItemKind;
  id: string;
}

/** Something on a site, and the section or group that it stands in: null is the root. */
export interface Item extends Pointer {
  placeId: string | null;
  position: string;
}

/** Where something goes: a section or group, null for the root, and its place among those that are there then. */
export interface Goal {
  placeId: string | null;
  index: number;
}

/** How deep groups nest. */
const deepest = 5;

/** Everything that may stand beside something of a kind, wherever it stands. */
export function itemsLike({ groups, sections, siteSpaces }: SiteParts, kind: ItemKind): Item[] {
  if (kind === 'SiteSpace')
    return siteSpaces.map(({ id, position, sectionId: placeId }) => ({ kind, id, position, placeId }));
  return [...groups, ...sections].map((child: Child) => {
    const { id, position } = child;
    return { kind: isGroup(child) ? 'SiteSectionGroup' : 'SiteSection', id, position, placeId: groupOf(child) };
  });
}

/** What stands in the same place, in its order, one of them left out. */
export function itemsIn(items: readonly Item[], placeId: string | null, without?: string): Item[] {
  return inOrder(items.filter((item) => item.placeId === placeId && item.id !== without));
}

/** The position of the last one in a place; null where nothing is there. */
export function lastIn(parts: SiteParts, kind: ItemKind, placeId: string | null): string | null {
  return itemsIn(itemsLike(parts, kind), placeId).at(-1)?.position ?? null;
}

/**
 * The parts after an item has gone elsewhere; the same ones where it stands there already. A site space gets a free path in
 * another section, and is not the default there.
 * @throws BAD_USER_INPUT for a group that would stand in itself, or too deep.
 */
export function movedTo(parts: SiteParts, item: Item, { placeId, index }: Goal): SiteParts {
  const beside = itemsIn(itemsLike(parts, item.kind), placeId, item.id);
  if (item.kind === 'SiteSectionGroup') requireDepth(parts, item.id, placeId);
  if (item.placeId === placeId && inOrder([...beside, item]).indexOf(item) === index) return parts;
  return withPlace(parts, item, { placeId, position: between(beside[index - 1], beside[index]) });
}

/** The parts without a group: what stood in it stands in its place. */
export function lifted(parts: SiteParts, group: GroupRow): SiteParts {
  const items = itemsLike(parts, 'SiteSectionGroup');
  const beside = itemsIn(items, group.parentId);
  const next = beside[beside.findIndex(({ id }) => id === group.id) + 1];
  let [left, last]: [SiteParts, Item | null] = [parts, null];
  for (const item of itemsIn(items, group.id)) {
    const position: string = last === null ? group.position : between(last, next);
    last = { ...item, position };
    left = withPlace(left, item, { placeId: group.parentId, position });
  }
  return { ...left, groups: left.groups.filter(({ id }) => id !== group.id) };
}

/** Refuses a place for a group, new or moved, in which it would stand in itself or too deep. @throws BAD_USER_INPUT. */
export function requireDepth({ groups }: SiteParts, id: string | null, placeId: string | null): void {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]));
  const above: string[] = [];
  for (let at = placeId; at !== null; at = parents.get(at) ?? null) above.push(at);
  if (id !== null && above.includes(id))
    throw badInput('position', `\`position\` must not be in the group that moves (got a place in ${id})`);
  const depth = above.length + (id === null ? 1 : heightOf(parents, id));
  if (depth <= deepest) return;
  const field = id === null ? 'parent' : 'position';
  throw badInput(field, `\`${field}\` must leave groups nested at most ${deepest} deep (got ${depth})`);
}

function heightOf(parents: ReadonlyMap<string, string | null>, id: string): number {
  const inside = [...parents].filter(([, parent]) => parent === id).map(([child]) => heightOf(parents, child));
  return 1 + Math.max(0, ...inside);
}

function between(low: Item | undefined, high: Item | undefined): string {
  if (high) return positionBetween(low?.position ?? '', high.position);
  return positionBehind(low?.position ?? null, newId('SiteSpace'));
}

function withPlace(
  parts: SiteParts,
  { kind, id }: Pointer,
  { placeId, position }: { placeId: string | null; position: string },
): SiteParts {
  const { groups, sections, siteSpaces } = parts;
  if (kind === 'SiteSection') return { ...parts, sections: changed(sections, id, { groupId: placeId, position }) };
  if (kind === 'SiteSectionGroup') return { ...parts, groups: changed(groups, id, { parentId: placeId, position }) };
  const moving = siteSpaces.find((siteSpace) => siteSpace.id === id)!;
  if (moving.sectionId === placeId) return { ...parts, siteSpaces: changed(siteSpaces, id, { position }) };
  const taken = new Set((arrange(parts).siteSpaces.get(placeId) ?? []).map(({ path }) => path));
  const place = { sectionId: placeId, position, path: freePath(moving.path, taken), isDefault: false };
  return { ...parts, siteSpaces: changed(siteSpaces, id, place) };
}

/** Rows of which one has changed. */
export function changed<Row extends { id: string }>(rows: readonly Row[], id: string, change: Partial<Row>): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}
