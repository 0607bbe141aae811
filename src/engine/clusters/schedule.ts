/**
 * Leading digits of round numbers. When the number of items is round, all items are regrouped. Each is at most a
 * quarter larger than the previous one.
 */
const roundNumbers = new Set([10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90]);

/** Up to this number of items, each new item changes the groups considerably, and regrouping is cheap. */
const alwaysRegroupUpTo = 20;

/**
 * Reports whether all items are regrouped when there are this many. Regrouping happens at each number up to 20, then at
 * round numbers (25, 30 … 10,000, 12,000 …), each at most a quarter larger than the previous one. Items in between are
 * assigned to existing groups. Groups therefore depend only on the sequence of items, not on the size of batches. All
 * regroupings together cost about seven times as much as the last one.
 */
export function isRegroupingPoint(count: number): boolean {
  if (!Number.isInteger(count) || count < 1) return false;
  if (count <= alwaysRegroupUpTo) return true;
  const scale = 10 ** (String(count).length - 2);
  return count % scale === 0 && roundNumbers.has(count / scale);
}
