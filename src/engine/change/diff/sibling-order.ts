import { lowerBound } from '../../base/lower-bound.js';

/** Three versions of the order of siblings. Every member of the merged list is in `ours` or `theirs`. */
export interface ThreeOrders {
  base: string[];
  ours: string[];
  theirs: string[];
}

/**
 * Merges the order of siblings. Starts with ours. A sibling that theirs inserted or moved is placed after its
 * predecessor in theirs. If both insert at the same position, ours come first. If both move the same page among its
 * siblings, theirs wins.
 */
export function mergeOrder({ base, ours, theirs }: ThreeOrders): string[] {
  const commonOrder = longestCommonOrder(base, theirs);
  const inTheirs = new Set(theirs);
  const order = ours.filter((id) => commonOrder.has(id) || !inTheirs.has(id));
  const placed = new Set(order);
  for (const [index, id] of theirs.entries()) {
    if (placed.has(id)) continue;
    let at = index === 0 ? 0 : order.indexOf(theirs[index - 1]!) + 1;
    while (at < order.length && !inTheirs.has(order[at]!)) at++;
    order.splice(at, 0, id);
  }
  return order;
}

/** Returns the largest set of members that have the same order in both lists. All other members count as moved. */
export function longestCommonOrder<Member>(before: readonly Member[], after: readonly Member[]): Set<Member> {
  const places = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => places.has(id));
  // Longest increasing subsequence by patience sorting. `tails[n]` is the end of the best subsequence of n + 1 members.
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const id of common) {
    const place = places.get(id)!;
    const length = lowerBound(tails, place);
    previous.set(place, tails[length - 1]);
    tails[length] = place;
  }
  const staying = new Set<Member>();
  for (let place = tails.at(-1); place !== undefined; place = previous.get(place)) staying.add(before[place]!);
  return staying;
}
