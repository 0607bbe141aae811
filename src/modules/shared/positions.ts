const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the position of a new item, which comes after all existing ones. Positions are strings that are compared
 * bytewise. The position of a new item is the ULID in its id, which is greater than earlier ULIDs.
 */
export function lastPosition(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}

/**
 * Returns the position of a new item after the last one. It is the ULID of the new item, or a greater position if a
 * wrong clock has made that ULID too small.
 * @param last position of the last item; null if there is none
 */
export function positionAfter(last: string | null, id: string): string {
  const newPosition = lastPosition(id);
  return last === null || newPosition > last ? newPosition : positionBetween(last, 'z'.repeat(last.length + 1));
}

/**
 * Returns a position between two others, so that only the moved item must be written. Positions are read as fractions
 * in base 32. The result never ends in 0, so that a smaller position is always possible. Two simultaneous moves may get
 * the same position, because moves at the root of an organization take no lock. There is no position between two equal
 * ones; the result is then after both.
 * @param low position before; empty if there is none
 * @param high position after, greater than or equal to `low`
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
