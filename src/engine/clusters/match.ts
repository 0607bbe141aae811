/**
 * Which earlier group each new group continues, by the members they share; -1 none. Both name the group of the same items in
 * the same order, -1 where there is none. An earlier group is continued by one new group at most: those that share most find
 * each other first, of equals the lower numbers.
 */
export function continueGroups(before: ArrayLike<number>, after: ArrayLike<number>): number[] {
  const pairs = [...sharedMembers(before, after).values()].sort(
    (one, other) => other.members - one.members || one.old - other.old || one.young - other.young,
  );
  const continued: number[] = new Array(groupCount(after)).fill(-1);
  const taken = new Set<number>();
  for (const { old, young } of pairs) {
    if (continued[young] !== -1 || taken.has(old)) continue;
    continued[young] = old;
    taken.add(old);
  }
  return continued;
}

interface Shared {
  old: number;
  young: number;
  members: number;
}

function sharedMembers(before: ArrayLike<number>, after: ArrayLike<number>): Map<string, Shared> {
  const shared = new Map<string, Shared>();
  for (let item = 0; item < Math.min(before.length, after.length); item++) {
    const [old, young] = [before[item]!, after[item]!];
    if (old < 0 || young < 0) continue;
    const pair = shared.get(`${old} ${young}`);
    if (pair) pair.members++;
    else shared.set(`${old} ${young}`, { old, young, members: 1 });
  }
  return shared;
}

function groupCount(groups: ArrayLike<number>): number {
  let highest = -1;
  for (let item = 0; item < groups.length; item++) highest = Math.max(highest, groups[item]!);
  return highest + 1;
}
