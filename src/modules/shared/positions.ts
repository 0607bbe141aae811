const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Where something new stands: behind all that is there. Positions are texts in binary order; that of something new is the
 * ULID of its id, which is later than those before it.
 */
export function lastPosition(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}

/** A position behind another one, that of something new unless a clock went wrong; null stands for none. */
export function positionBehind(last: string | null, id: string): string {
  const fresh = lastPosition(id);
  return last === null || fresh > last ? fresh : positionBetween(last, 'z'.repeat(last.length + 1));
}

/**
 * A position between two, so that nothing but what moves is written. Each is read as a fraction with 32 digits; the result
 * ends in another digit than 0, hence there is always room before it. Two that moves at the same time made alike, at the
 * root, where nothing is locked, have no room between them: the result is behind both.
 * @param low the position before; empty for none
 * @param high the position behind, higher than `low`
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
