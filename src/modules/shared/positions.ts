const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the position of a new item: after all existing ones. Positions are strings in binary order. A new item has
 * the ULID of its id, which is greater than earlier ULIDs.
 */
export function lastPosition(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}

/**
 * Returns a position after the last one: that of a new item, unless a clock was wrong. Null means that there is no item
 * yet.
 */
export function positionAfter(last: string | null, id: string): string {
  const fresh = lastPosition(id);
  return last === null || fresh > last ? fresh : positionBetween(last, 'z'.repeat(last.length + 1));
}

/**
 * Returns a position between two others, so that only the moved item is written. Positions are read as fractions with
 * 32 digits. The result never ends in 0, so there is always space before it. At the root nothing is locked, so two
 * simultaneous moves may get the same position. There is no space between these, and the result is after both.
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
