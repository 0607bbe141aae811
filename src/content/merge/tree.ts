import type { ManifestIndex, PlacedPage } from '../manifest/page-index.js';
import type { Conflict, Side, Three } from './conflict.js';
import { mergeOrder } from './sibling-order.js';
import { mergeValue } from './value.js';

/** The shape of a merged tree: ids of sub-pages in order, by the page above them (null for the top level). */
export interface MergedTree {
  childrenOf: Map<string | null, string[]>;
  conflicts: Conflict[];
}

/** What merging trees needs. */
export interface TreeVersions {
  base: ManifestIndex;
  ours: ManifestIndex;
  theirs: ManifestIndex;
  /** Whether a side changed a page, its place left aside, in a way that a deletion by the other side would lose. */
  isEdited(pageId: string, side: Side): boolean;
}

/**
 * Merges where pages stand. Deletion against change, two different moves and circles made by two moves are conflicts;
 * the tree is only to be used without any. It then has every page that either side has and none deleted, once each.
 */
export function mergeTree(versions: TreeVersions): MergedTree {
  const conflicts: Conflict[] = [];
  const ids = new Set([versions.ours, versions.theirs].flatMap((index) => [...index.pageById.keys()]));
  const parents = new Map<string, string | null>();
  for (const id of ids) {
    const fate = fateOf(id, versions);
    if (fate.conflict) conflicts.push(fate.conflict);
    if (fate.isKept) parents.set(id, fate.parentId);
  }
  conflicts.push(...orphanConflicts(parents, versions), ...circleConflicts(parents, versions));
  return { childrenOf: orderedChildren(parents, versions), conflicts: distinct(conflicts) };
}

type Fate = { isKept: boolean; parentId: string | null; conflict?: Conflict };

function fateOf(pageId: string, versions: TreeVersions): Fate {
  const placed = placesOf(pageId, versions);
  const only = !placed.ours ? 'theirs' : !placed.theirs ? 'ours' : null;
  if (only) return fateOnOneSide(pageId, only, versions);
  const parents = parentsOf(placed);
  const merged = mergeValue(parents);
  if (merged) return { isKept: true, parentId: merged.value ?? null };
  // Where it goes is open: neither place can make further conflicts, so that they are the same whichever side is ours.
  return { isKept: true, parentId: null, conflict: { kind: 'page_moved', pageId, parents } };
}

function fateOnOneSide(pageId: string, side: Side, versions: TreeVersions): Fate {
  const { parentId } = versions[side].pageById.get(pageId)!;
  const before = versions.base.pageById.get(pageId);
  if (!before) return { isKept: true, parentId };
  const isChanged = before.parentId !== parentId || versions.isEdited(pageId, side);
  if (!isChanged) return { isKept: false, parentId };
  return { isKept: true, parentId, conflict: { kind: 'page_deleted', pageId, deletedBy: otherSide(side) } };
}

/** A page below one that the other side deleted: the deletion would take it along. */
function orphanConflicts(parents: Map<string, string | null>, versions: TreeVersions): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const parentId of parents.values()) {
    if (parentId === null || parents.has(parentId)) continue;
    const deletedBy = versions.ours.pageById.has(parentId) ? 'theirs' : 'ours';
    conflicts.push({ kind: 'page_deleted', pageId: parentId, deletedBy });
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
    if (at !== null && walked.has(at)) conflicts.push(...movedIn(at, parents, versions));
    for (const id of walked) safe.add(id);
  }
  return conflicts;
}

/** The pages of a circle that either side moved; without their moves there would be none. */
function movedIn(start: string, parents: Map<string, string | null>, versions: TreeVersions): Conflict[] {
  const circle = [start];
  for (let at = parents.get(start)!; at !== start; at = parents.get(at)!) circle.push(at);
  const moves = circle.map((pageId) => ({ pageId, parents: parentsOf(placesOf(pageId, versions)) }));
  const moved = moves.filter((move) => move.parents.base !== parents.get(move.pageId));
  return moved.map((move): Conflict => ({ kind: 'page_moved', ...move }));
}

function orderedChildren(parents: Map<string, string | null>, versions: TreeVersions): Map<string | null, string[]> {
  const members = new Map<string | null, string[]>();
  for (const [id, parentId] of parents) append(members, parentId, id);
  const childrenOf = new Map<string | null, string[]>();
  const lists = {
    base: childLists(versions.base),
    ours: childLists(versions.ours),
    theirs: childLists(versions.theirs),
  };
  for (const [parentId, ids] of members) {
    const here = new Set(ids);
    const read = (version: keyof typeof lists) => (lists[version].get(parentId) ?? []).filter((id) => here.has(id));
    childrenOf.set(parentId, mergeOrder({ base: read('base'), ours: read('ours'), theirs: read('theirs') }));
  }
  return childrenOf;
}

function childLists(index: ManifestIndex): Map<string | null, string[]> {
  const lists = new Map<string | null, string[]>();
  for (const { page, parentId } of index.pages) append(lists, parentId, page.id);
  return lists;
}

function append(lists: Map<string | null, string[]>, key: string | null, id: string): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

function placesOf(pageId: string, { base, ours, theirs }: TreeVersions): Three<PlacedPage> {
  return { base: base.pageById.get(pageId), ours: ours.pageById.get(pageId), theirs: theirs.pageById.get(pageId) };
}

function parentsOf({ base, ours, theirs }: Three<PlacedPage>): Three<string | null> {
  return { base: base?.parentId, ours: ours?.parentId, theirs: theirs?.parentId };
}

function otherSide(side: Side): Side {
  return side === 'ours' ? 'theirs' : 'ours';
}

function distinct(conflicts: Conflict[]): Conflict[] {
  return [...new Map(conflicts.map((conflict) => [JSON.stringify(conflict), conflict])).values()];
}
