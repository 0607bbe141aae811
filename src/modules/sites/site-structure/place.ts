import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { positionAfter, positionBetween } from '../../shared/positions.js';
import { arrange, type Child, type GroupRow, groupOf, inOrder, isGroup, type SiteParts } from './parts.js';
import { freePath } from './paths.js';

/** Kinds of parts of a site. */
export type ItemKind = 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup';

/** A part of a site, as clients identify it. */
export interface Pointer {
  kind: ItemKind;
  id: string;
}

/** A part of a site, and the section or group that contains it; null is the root. */
export interface Item extends Pointer {
  placeId: string | null;
  position: string;
}

/** Target of a move: a section or group (null is the root), and the index among the other items in it. */
export interface Goal {
  placeId: string | null;
  index: number;
}

/** Maximum depth of nested groups. */
const deepest = 5;

/** Returns all items that can be neighbors of an item of this kind, in all sections, groups and the root. */
export function itemsLike({ groups, sections, siteSpaces }: SiteParts, kind: ItemKind): Item[] {
  if (kind === 'SiteSpace')
    return siteSpaces.map(({ id, position, sectionId: placeId }) => ({ kind, id, position, placeId }));
  return [...groups, ...sections].map((child: Child) => {
    const { id, position } = child;
    return { kind: isGroup(child) ? 'SiteSectionGroup' : 'SiteSection', id, position, placeId: groupOf(child) };
  });
}

/** Returns the items in one section, group or the root, in their order. Omits the item with the id `without`. */
export function itemsIn(items: readonly Item[], placeId: string | null, without?: string): Item[] {
  return inOrder(items.filter((item) => item.placeId === placeId && item.id !== without));
}

/** Returns the position of the last item in a section, group or root; null if it is empty. */
export function lastIn(parts: SiteParts, kind: ItemKind, placeId: string | null): string | null {
  return itemsIn(itemsLike(parts, kind), placeId).at(-1)?.position ?? null;
}

/**
 * Returns the parts after a move; the same object if the item is already there. If a site space moves to another
 * section, it gets a path that is free there, and is not the default of that section.
 * @throws BAD_USER_INPUT for a group that would contain itself or be nested too deeply.
 */
export function movedTo(parts: SiteParts, item: Item, { placeId, index }: Goal): SiteParts {
  const siblings = itemsIn(itemsLike(parts, item.kind), placeId, item.id);
  if (item.kind === 'SiteSectionGroup') requireDepth(parts, item.id, placeId);
  if (item.placeId === placeId && inOrder([...siblings, item]).indexOf(item) === index) return parts;
  return withPlace(parts, item, { placeId, position: between(siblings[index - 1], siblings[index]) });
}

/** Returns the parts without a group; its content takes its position. */
export function withoutGroup(parts: SiteParts, group: GroupRow): SiteParts {
  const items = itemsLike(parts, 'SiteSectionGroup');
  const siblings = itemsIn(items, group.parentId);
  const next = siblings[siblings.findIndex(({ id }) => id === group.id) + 1];
  let [left, last]: [SiteParts, Item | null] = [parts, null];
  for (const item of itemsIn(items, group.id)) {
    const position: string = last === null ? group.position : between(last, next);
    last = { ...item, position };
    left = withPlace(left, item, { placeId: group.parentId, position });
  }
  return { ...left, groups: left.groups.filter(({ id }) => id !== group.id) };
}

/**
 * Checks that a new or moved group would neither contain itself nor be nested too deeply.
 * @throws BAD_USER_INPUT if it would
 */
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
  return positionAfter(low?.position ?? null, newId('SiteSpace'));
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
  const takenPaths = new Set((arrange(parts).siteSpaces.get(placeId) ?? []).map(({ path }) => path));
  const place = { sectionId: placeId, position, path: freePath(moving.path, takenPaths), isDefault: false };
  return { ...parts, siteSpaces: changed(siteSpaces, id, place) };
}

/** Returns the rows with a change to the row that has the given id. */
export function changed<Row extends { id: string }>(rows: readonly Row[], id: string, change: Partial<Row>): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}
