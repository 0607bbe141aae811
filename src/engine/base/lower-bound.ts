/**
 * Returns the index of the first number in an ascending list that is at least `value`. Returns the list's length if all
 * numbers are smaller.
 */
export function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
