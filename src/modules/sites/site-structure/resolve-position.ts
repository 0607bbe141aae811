import { badInput } from '../../../platform/base/errors.js';
import { type Item, itemsIn, type MoveTarget, type Pointer, possibleNeighbors } from './place.js';
import type { Structure } from './structure.js';

/**
 * Neighbors of the new position. The moved item goes before or after one neighbor, or between two. Without neighbors,
 * it goes to the end of its current section, group or root.
 */
export interface Position {
  before?: Pointer | null;
  after?: Pointer | null;
}

/** The moved item, and its new position. */
export interface Move {
  item: Item;
  position: Position;
}

/**
 * Returns the target of a move. The viewer must be able to see the neighbors; the index of the target counts hidden
 * items too.
 * @throws BAD_USER_INPUT for a neighbor that the site does not have, is the item itself or is of another kind. Also for
 * two neighbors that are not adjacent among the items that the viewer can see.
 */
export function resolvePosition(structure: Structure, { item, position }: Move): MoveTarget {
  const items = possibleNeighbors(structure.parts, item.kind).filter((one) => isVisiblePart(structure, one));
  const find = (side: 'before' | 'after'): Item | null => findNeighbor(items, item, { side, pointer: position[side] });
  const [before, after] = [find('before'), find('after')];
  const { containerId } = before ?? after ?? item;
  if (before && after) requireAdjacent(itemsIn(items, containerId, item.id), [after, before]);
  const siblingIds = itemsIn(possibleNeighbors(structure.parts, item.kind), containerId, item.id).map(({ id }) => id);
  if (before) return { containerId, index: siblingIds.indexOf(before.id) };
  return { containerId, index: after ? siblingIds.indexOf(after.id) + 1 : siblingIds.length };
}

/** Reports whether the viewer can see a part of a site. */
export function isVisiblePart({ visibleSiteSpaceIds }: Structure, { kind, id }: Pointer): boolean {
  return kind !== 'SiteSpace' || visibleSiteSpaceIds.has(id);
}

function findNeighbor(
  items: readonly Item[],
  item: Item,
  { side, pointer }: { side: string; pointer: Pointer | null | undefined },
): Item | null {
  if (!pointer) return null;
  const found = items.find(({ kind, id }) => kind === pointer.kind && id === pointer.id && id !== item.id);
  if (found) return found;
  const field = `position.${side}`;
  const rule = item.kind === 'SiteSpace' ? 'another space of the site' : 'another section or group of the site';
  throw badInput(field, `\`${field}\` must be ${rule} (got ${JSON.stringify(pointer.id)})`);
}

function requireAdjacent(siblings: readonly Item[], [after, before]: [Item, Item]): void {
  const index = siblings.findIndex(({ id }) => id === after.id);
  if (index >= 0 && siblings[index + 1]?.id === before.id) return;
  throw badInput(
    'position',
    `\`position.before\` must directly follow \`position.after\` (got ${JSON.stringify([after.id, before.id])})`,
  );
}
