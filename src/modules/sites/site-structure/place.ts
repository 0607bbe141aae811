import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { positionAfter, positionBetween } from '../../shared/positions.js';
import { arrangeParts, type Child, type GroupRow, groupOf, isGroup, type SiteParts, sortByPosition } from './parts.js';
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
  containerId: string | null;
  position: string;
}

/** Target of a move: a section or group (null is the root), and the index among the other items in it. */
export interface MoveTarget {
  containerId: string | null;
  index: number;
}

/** Maximum depth of nested groups. */
const maxGroupDepth = 5;

/** Returns all items that can be neighbors of an item of this kind, in all sections, groups and the root. */
export function possibleNeighbors({ groups, sections, siteSpaces }: SiteParts, kind: ItemKind): Item[] {
  if (kind === 'SiteSpace')
    return siteSpaces.map(({ id, position, sectionId: containerId }) => ({ kind, id, position, containerId }));
  return [...groups, ...sections].map((child: Child) => {
    const { id, position } = child;
    return { kind: isGroup(child) ? 'SiteSectionGroup' : 'SiteSection', id, position, containerId: groupOf(child) };
  });
}

/** Returns the items in one section, group or the root, in their order. Omits the item with the id `exceptId`. */
export function itemsIn(items: readonly Item[], containerId: string | null, exceptId?: string): Item[] {
  return sortByPosition(items.filter((item) => item.containerId === containerId && item.id !== exceptId));
}

/** Returns the position of the last item in a section, group or root; null if it is empty. */
export function lastPositionIn(parts: SiteParts, kind: ItemKind, containerId: string | null): string | null {
  return itemsIn(possibleNeighbors(parts, kind), containerId).at(-1)?.position ?? null;
}

/**
 * Returns the parts after a move. Returns the same object if the item is already there. If a site space moves to
 * another section, it gets a path that is free there, and is not the default of that section.
 * @throws BAD_USER_INPUT for a group that would contain itself or be nested too deeply.
 */
export function moveItem(parts: SiteParts, item: Item, { containerId, index }: MoveTarget): SiteParts {
  const siblings = itemsIn(possibleNeighbors(parts, item.kind), containerId, item.id);
  if (item.kind === 'SiteSectionGroup') requireDepth(parts, item.id, containerId);
  if (item.containerId === containerId && sortByPosition([...siblings, item]).indexOf(item) === index) return parts;
  return withPlace(parts, item, { containerId, position: positionBetweenItems(siblings[index - 1], siblings[index]) });
}

/** Returns the parts without a group; its content takes its position. */
export function withoutGroup(parts: SiteParts, group: GroupRow): SiteParts {
  const items = possibleNeighbors(parts, 'SiteSectionGroup');
  const siblings = itemsIn(items, group.parentId);
  const next = siblings[siblings.findIndex(({ id }) => id === group.id) + 1];
  let [remaining, last]: [SiteParts, Item | null] = [parts, null];
  for (const item of itemsIn(items, group.id)) {
    const position: string = last === null ? group.position : positionBetweenItems(last, next);
    last = { ...item, position };
    remaining = withPlace(remaining, item, { containerId: group.parentId, position });
  }
  return { ...remaining, groups: remaining.groups.filter(({ id }) => id !== group.id) };
}

/**
 * Checks that a new or moved group would neither contain itself nor be nested too deeply.
 * @throws BAD_USER_INPUT if it would
 */
export function requireDepth({ groups }: SiteParts, id: string | null, containerId: string | null): void {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]));
  const ancestorIds: string[] = [];
  for (let ancestorId = containerId; ancestorId !== null; ancestorId = parents.get(ancestorId) ?? null)
    ancestorIds.push(ancestorId);
  if (id !== null && ancestorIds.includes(id))
    throw badInput('position', `\`position\` must not be in the group that moves (got a place in ${id})`);
  const depth = ancestorIds.length + (id === null ? 1 : heightOf(parents, id));
  if (depth <= maxGroupDepth) return;
  const field = id === null ? 'parent' : 'position';
  throw badInput(field, `\`${field}\` must leave groups nested at most ${maxGroupDepth} deep (got ${depth})`);
}

function heightOf(parents: ReadonlyMap<string, string | null>, id: string): number {
  const childHeights = [...parents].filter(([, parent]) => parent === id).map(([child]) => heightOf(parents, child));
  return 1 + Math.max(0, ...childHeights);
}

function positionBetweenItems(low: Item | undefined, high: Item | undefined): string {
  if (high) return positionBetween(low?.position ?? '', high.position);
  return positionAfter(low?.position ?? null, newId('SiteSpace'));
}

function withPlace(
  parts: SiteParts,
  { kind, id }: Pointer,
  { containerId, position }: { containerId: string | null; position: string },
): SiteParts {
  const { groups, sections, siteSpaces } = parts;
  if (kind === 'SiteSection')
    return { ...parts, sections: updateRow(sections, id, { groupId: containerId, position }) };
  if (kind === 'SiteSectionGroup')
    return { ...parts, groups: updateRow(groups, id, { parentId: containerId, position }) };
  const siteSpace = siteSpaces.find((siteSpace) => siteSpace.id === id)!;
  if (siteSpace.sectionId === containerId) return { ...parts, siteSpaces: updateRow(siteSpaces, id, { position }) };
  const takenPaths = new Set((arrangeParts(parts).siteSpaces.get(containerId) ?? []).map(({ path }) => path));
  const place = { sectionId: containerId, position, path: freePath(siteSpace.path, takenPaths), isDefault: false };
  return { ...parts, siteSpaces: updateRow(siteSpaces, id, place) };
}

/** Returns the rows, with `change` applied to the row with the id `id`. */
export function updateRow<Row extends { id: string }>(rows: readonly Row[], id: string, change: Partial<Row>): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}
