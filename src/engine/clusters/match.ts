/**
 * Returns, for each new group, the earlier group that it continues, or -1. This is the earlier group with the most
 * members in common. Each earlier group is continued by at most one new group. Pairs with more common members are
 * matched first; among equals, those with lower numbers.
 * @param before earlier group of each item, -1 for none
 * @param after new group of each item, in the same order, -1 for none
 */
export function matchGroups(before: ArrayLike<number>, after: ArrayLike<number>): number[] {
  const pairs = [...sharedMembers(before, after).values()].sort(
    (left, right) => right.members - left.members || left.old - right.old || left.young - right.young,
  );
  const continued: number[] = new Array(groupCount(after)).fill(-1);
  const matchedGroups = new Set<number>();
  for (const { old: previous, young: next } of pairs) {
    if (continued[next] !== -1 || matchedGroups.has(previous)) continue;
    continued[next] = previous;
    matchedGroups.add(previous);
  }
  return continued;
}

interface SharedMembers {
  old: number;
  young: number;
  members: number;
}

function sharedMembers(before: ArrayLike<number>, after: ArrayLike<number>): Map<string, SharedMembers> {
  const shared = new Map<string, SharedMembers>();
  for (let item = 0; item < Math.min(before.length, after.length); item++) {
    const [previous, next] = [before[item]!, after[item]!];
    if (previous < 0 || next < 0) continue;
    const pair = shared.get(`${previous} ${next}`);
    if (pair) pair.members++;
    else shared.set(`${previous} ${next}`, { old: previous, young: next, members: 1 });
  }
  return shared;
}

function groupCount(groups: ArrayLike<number>): number {
  let highest = -1;
  for (let item = 0; item < groups.length; item++) highest = Math.max(highest, groups[item]!);
  return highest + 1;
}
