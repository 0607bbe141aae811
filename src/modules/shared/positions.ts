const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the position of a new item, which is after all existing ones. Positions are strings that are compared
 * bytewise. A new item uses the ULID in its id, which is greater than earlier ULIDs.
 */
export function lastPosition(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}

/**
 * Returns a position after the last one. This is the position of a new item, unless a wrong clock made it smaller. If
 * `last` is null, there is no item yet.
 */
export function positionAfter(last: string | null, id: string): string {
  const fresh = lastPosition(id);
  return last === null || fresh > last ? fresh : positionBetween(last, 'z'.repeat(last.length + 1));
}

/**
 * Returns a position between two others, so that only the moved item is written. Positions are read as fractions in
 * base 32. The result never ends in 0, so a smaller position is always possible. Moves at the root take no lock, so two
 * simultaneous moves may get the same position. No position exists between two equal ones, so the result is then after
 * both.
 * @param low position before; empty if there is none
 * @param high position after, greater than `low`
 */
export function positionBetween(low: string, high: string): string {
  let result = '';
  let bound: string | null = high;
  for (let index = 0; ; index += 1) {
    const from = digitAt(low, index);
    const to = bound === null ? digits.length : digitAt(bound, index);
    const middle = Math.floor((from + to) / 2);
    if (middle > from) return result + digits[middle];
    result += digits[from];
    if (to > from || index >= low.length + high.length) bound = null;
  }
}

function digitAt(position: string, index: number): number {
  return Math.max(0, digits.indexOf(position.charAt(index) || '0'));
}
