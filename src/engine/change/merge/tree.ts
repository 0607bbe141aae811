import type { IndexedPage, ManifestIndex } from '../../tree/manifest/page-index.js';
import { mergeOrder } from '../diff/sibling-order.js';
import type { ThreeWay } from '../diff/three-way.js';
import type { Conflict, PageDeletedConflict, PageMovedConflict, Side } from './conflict.js';
import { conflictId, deletionKey, type Resolutions, resolvedValue } from './resolution.js';
import { mergeValue } from './value.js';

/** Structure of a merged tree: the ids of sub-pages in order, by parent (null for the top level). */
export interface MergedTree {
  childrenOf: Map<string | null, string[]>;
  conflicts: Conflict[];
}

/** Input of a merge of trees. */
export interface TreeVersions {
  base: ManifestIndex;
  ours: ManifestIndex;
  theirs: ManifestIndex;
  /**
   * Reports whether a side changed a page in a way that would be lost if the other side deleted it. The position does
   * not count.
   */
  isEdited(pageId: string, side: Side): boolean;
  resolutions: Resolutions;
}

/**
 * Merges the positions of pages. Conflicts are: a deleted page that the other side changed, two different moves, and
 * cycles of moves. Use the tree only if all conflicts are resolved. It then contains every page of either side once,
 * except deleted ones. If a resolution chooses a deletion, sub-pages that the other side changed or moved there are not
 * deleted; they move up one level. If it restores a page, the page keeps its sub-pages.
 */
export function mergeTree(versions: TreeVersions): MergedTree {
  if (canKeepOurTree(versions)) return { childrenOf: childLists(versions.ours), conflicts: [] };
  const found = new Map<string, Conflict>();
  const parents = new Map<string, string | null>();
  for (const id of allPageIds(versions)) {
    const fate = mergePagePosition(id, versions);
    if (fate.conflict) found.set(fate.conflict.id, fate.conflict);
    if (fate.isKept) parents.set(id, fate.parentId);
  }
  reparentOrphans(parents, versions);
  for (const conflict of [...orphanConflicts(parents, versions), ...circleConflicts(parents, versions)])
    found.set(conflict.id, conflict);
  return { childrenOf: orderedChildren(parents, versions), conflicts: [...found.values()] };
}

/** Reports whether theirs left the tree unchanged and ours deleted no page. This is a fast path for most merges. */
function canKeepOurTree({ base, ours, theirs, resolutions }: TreeVersions): boolean {
  const isAsItWas = ({ page, parentId }: IndexedPage, index: number): boolean => {
    const basePage = base.pages[index]!;
    return page.id === basePage.page.id && parentId === basePage.parentId && ours.pageById.has(page.id);
  };
  return resolutions.size === 0 && base.pages.length === theirs.pages.length && theirs.pages.every(isAsItWas);
}

function allPageIds({ ours, theirs }: TreeVersions): Set<string> {
  return new Set([ours, theirs].flatMap((index) => [...index.pageById.keys()]));
}

type PageOutcome = { isKept: boolean; parentId: string | null; conflict?: PageDeletedConflict | PageMovedConflict };

function mergePagePosition(pageId: string, versions: TreeVersions): PageOutcome {
  const placed = pageVersions(pageId, versions);
  const only = !placed.ours ? 'theirs' : !placed.theirs ? 'ours' : null;
  if (only) return mergeOneSidedPage(pageId, only, versions);
  const parents = parentsOf(placed);
  const merged = mergeValue(parents);
  // A move without a conflict may still have a resolution, if it is part of a cycle.
  const conflict = merged && versions.resolutions.size === 0 ? null : moveConflict(pageId, parents, versions);
  const parentId = conflict?.resolution && resolvedValue(parents, conflict.resolution);
  if (conflict?.resolution) return { isKept: true, parentId: parentId ?? null, conflict };
  if (merged) return { isKept: true, parentId: merged.value ?? null };
  // The position is in conflict. The top level causes no further conflicts, so the set of conflicts does not depend on
  // which side is ours.
  return { isKept: true, parentId: null, conflict: conflict! };
}

function moveConflict(pageId: string, parents: ThreeWay<string | null>, versions: TreeVersions): PageMovedConflict {
  const id = conflictId('page_moved', pageId, parents);
  const resolution = versions.resolutions.get(id);
  const { value = null } = resolution ?? {};
  // The resolution may name a parent that no longer exists.
  const isThere =
    value === null || [versions.ours, versions.theirs].some(({ pageById }) => pageById.has(String(value)));
  return { kind: 'page_moved', id, pageId, parents, ...(resolution && isThere && { resolution }) };
}

function mergeOneSidedPage(pageId: string, side: Side, versions: TreeVersions): PageOutcome {
  const { parentId } = versions[side].pageById.get(pageId)!;
  const before = versions.base.pageById.get(pageId);
  if (!before) return { isKept: true, parentId };
  const isChanged = before.parentId !== parentId || versions.isEdited(pageId, side);
  if (!isChanged && versions.resolutions.size === 0) return { isKept: false, parentId };
  const conflict = deletionConflict(pageId, side, versions);
  if (conflict.resolution) return { isKept: conflict.resolution.choice === side, parentId, conflict };
  if (isChanged) return { isKept: true, parentId, conflict };
  return { isKept: isKeptWithParent(pageId, side, versions), parentId };
}

/** Returns the conflict about a page that one side changed and the other deleted, whether it is resolved or not. */
function deletionConflict(pageId: string, side: Side, versions: TreeVersions): PageDeletedConflict {
  const [before, after] = [versions.base, versions[side]].map(({ pageById }) => pageById.get(pageId));
  const [old, now] = [before, after].map((placed) => [placed?.parentId, deletionKey(placed?.page)]);
  const id = conflictId('page_deleted', pageId, side, old, now);
  const resolution = versions.resolutions.get(id);
  return { kind: 'page_deleted', id, pageId, deletedBy: otherSide(side), ...(resolution && { resolution }) };
}

/** Reports whether the page was deleted together with an ancestor that a resolution restores. */
function isKeptWithParent(pageId: string, side: Side, versions: TreeVersions): boolean {
  const { parentId } = versions[side].pageById.get(pageId)!;
  if (parentId === null || versions[otherSide(side)].pageById.has(parentId)) return false;
  if (!versions.base.pageById.has(parentId)) return false;
  const { resolution } = deletionConflict(parentId, side, versions);
  return resolution ? resolution.choice === side : isKeptWithParent(parentId, side, versions);
}

/** Moves pages below a page that a resolution deletes to the nearest ancestor that remains. */
function reparentOrphans(parents: Map<string, string | null>, versions: TreeVersions): void {
  if (versions.resolutions.size === 0) return;
  for (const [id, parentId] of parents) {
    let place = parentId;
    while (place !== null && !parents.has(place) && isDeletionChosen(place, versions)) {
      place = (versions.ours.pageById.get(place) ?? versions.theirs.pageById.get(place))!.parentId;
    }
    parents.set(id, place);
  }
}

function isDeletionChosen(pageId: string, versions: TreeVersions): boolean {
  const side = versions.ours.pageById.has(pageId) ? 'ours' : 'theirs';
  const { resolution } = deletionConflict(pageId, side, versions);
  return resolution !== undefined && resolution.choice !== side;
}

/** Returns a conflict for each deleted page that would still be the parent of a page in the merged tree. */
function orphanConflicts(parents: Map<string, string | null>, versions: TreeVersions): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const parentId of parents.values()) {
    if (parentId === null || parents.has(parentId)) continue;
    conflicts.push(deletionConflict(parentId, versions.ours.pageById.has(parentId) ? 'ours' : 'theirs', versions));
  }
  return conflicts;
}

function circleConflicts(parents: Map<string, string | null>, versions: TreeVersions): Conflict[] {
  const conflicts: Conflict[] = [];
  const safe = new Set<string>();
  for (const start of parents.keys()) {
    const walked = new Set<string>();
    let at: string | null = start;
    while (at !== null && !safe.has(at) && !walked.has(at)) {
      walked.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && walked.has(at)) conflicts.push(...circleMoveConflicts(at, parents, versions));
    for (const id of walked) safe.add(id);
  }
  return conflicts;
}

/**
 * Returns conflicts for the pages of a cycle that either side moved; without their moves there would be no cycle. They
 * count as unresolved even if they have a resolution, because it did not break the cycle.
 */
function circleMoveConflicts(start: string, parents: Map<string, string | null>, versions: TreeVersions): Conflict[] {
  const circle = [start];
  for (let at = parents.get(start)!; at !== start; at = parents.get(at)!) circle.push(at);
  const moves = circle.map((pageId) => ({ pageId, parents: parentsOf(pageVersions(pageId, versions)) }));
  const moved = moves.filter((move) => move.parents.base !== parents.get(move.pageId));
  return moved.map((move): Conflict => {
    const id = conflictId('page_moved', move.pageId, move.parents);
    return { kind: 'page_moved', id, ...move };
  });
}

function orderedChildren(parents: Map<string, string | null>, versions: TreeVersions): Map<string | null, string[]> {
  const members = new Map<string | null, string[]>();
  for (const [id, parentId] of parents) appendChild(members, parentId, id);
  const childrenOf = new Map<string | null, string[]>();
  const lists = {
    base: childLists(versions.base),
    ours: childLists(versions.ours),
    theirs: childLists(versions.theirs),
  };
  for (const [parentId, ids] of members) {
    const here = new Set(ids);
    const read = (version: keyof typeof lists) => (lists[version].get(parentId) ?? []).filter((id) => here.has(id));
    const order = mergeOrder({ base: read('base'), ours: read('ours'), theirs: read('theirs') });
    // In both versions, pages that a resolution moved below this parent have another parent, so they are not in
    // `order`.
    const named = new Set(order);
    childrenOf.set(parentId, [...order, ...ids.filter((id) => !named.has(id))]);
  }
  return childrenOf;
}

function childLists(index: ManifestIndex): Map<string | null, string[]> {
  const lists = new Map<string | null, string[]>();
  for (const { page, parentId } of index.pages) appendChild(lists, parentId, page.id);
  return lists;
}

function appendChild(lists: Map<string | null, string[]>, key: string | null, id: string): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

function pageVersions(pageId: string, { base, ours, theirs }: TreeVersions): ThreeWay<IndexedPage> {
  return { base: base.pageById.get(pageId), ours: ours.pageById.get(pageId), theirs: theirs.pageById.get(pageId) };
}

function parentsOf({ base, ours, theirs }: ThreeWay<IndexedPage>): ThreeWay<string | null> {
  return { base: base?.parentId, ours: ours?.parentId, theirs: theirs?.parentId };
}

function otherSide(side: Side): Side {
  return side === 'ours' ? 'theirs' : 'ours';
}
