import { badInput } from '../../../platform/base/errors.js';
import { formatValue } from '../../inputs/rules.js';

/**
 * Checks the names in a body that may have unknown members. Refuses probable misspellings of a known member, because
 * the request would succeed without the value.
 * @param known names of the members that the operation reads
 * @param misnomers wrong names, as `wrong:right`
 * @throws AppError BAD_USER_INPUT for a name of `misnomers`, and for a name that is one edit away from a known name
 */
export function refuseMisspelledMembers(given: object, known: ReadonlySet<string>, misnomers: readonly string[]): void {
  const rightNames = new Map(misnomers.map((pair) => pair.split(':') as [string, string]));
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue;
    const meant = rightNames.get(name) ?? [...known].find((one) => isOneEditAway(name, one));
    if (meant === undefined) continue;
    throw badInput(name, `Unknown field \`${formatValue(name).slice(1, -1)}\`. Did you mean \`${meant}\`?`);
  }
}

/**
 * Reports whether the Damerau-Levenshtein distance of two unequal texts is 1: one character added, removed or replaced,
 * or two swapped.
 */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
