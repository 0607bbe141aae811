/** The round numbers of two digits, at most a quarter apart. */
const roundNumbers = new Set([10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90]);

/** Up to so few items each changes much, and costs little. */
const few = 20;

/**
 * Whether everything is grouped anew once there are so many items, counted from 1: up to 20 always, then at round numbers (25, 30
 * … 10,000, 12,000 …), each at most a quarter more than the one before. What comes in between is placed. So groups depend on the
 * sequence of the items alone, not on how many came at once; and all regroupings together cost some seven times the last one.
 */
export function isRegroupingPoint(count: number): boolean {
  if (!Number.isInteger(count) || count < 1) return false;
  if (count <= few) return true;
  const scale = 10 ** (String(count).length - 2);
  return count % scale === 0 && roundNumbers.has(count / scale);
}
