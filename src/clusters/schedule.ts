/** Items with which everything is grouped for the first time. */
const first = 25;

/** How much more there are at the next time. */
const growth = 1.25;

/**
 * Whether everything is grouped anew once there are so many items, counted from 1: after 25, and each time there is a quarter
 * more. What stands in between is placed. So groups depend on the sequence of the items alone, not on how many came at once.
 */
export function isRegroupingPoint(count: number): boolean {
  let point = first;
  while (point < count) point = Math.ceil(point * growth);
  return point === count;
}
