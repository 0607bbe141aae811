import { badInput } from '../../../platform/base/errors.js';

/** Letters, digits, `-`, `_` and `.`, which neither begins nor ends it. */
const allowed = /^[\p{L}\p{M}\p{N}_-]([\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_-])?$/u;

/** Most characters of a path that is made from a title; what makes it unique stands behind them. */
const longest = 90;

/** Of all ways to write a path, the one that it is kept and compared in. */
export const pathKey = (path: string): string => path.normalize('NFC');

/**
 * Checks a path that a client gives.
 * @param taken paths of the others in the same place
 * @returns the path as it is kept
 * @throws BAD_USER_INPUT for other characters, and for a path that another one has.
 */
export function checkPath(given: string, taken: ReadonlySet<string>): string {
  const path = pathKey(given);
  if (!allowed.test(path))
    throw badInput(
      'path',
      `\`path\` must consist of letters, digits, \`-\`, \`_\` and \`.\`, and must neither begin nor end with \`.\` (got ${JSON.stringify(given)})`,
    );
  if (taken.has(path))
    throw badInput('path', `\`path\` must differ from the paths of its siblings (got ${JSON.stringify(given)})`);
  return path;
}

/** A path made from a title, other than those that are taken. */
export function pathFrom(title: string, taken: ReadonlySet<string>): string {
  const words = pathKey(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return freePath([...words].slice(0, longest).join('') || 'space', taken);
}

/** A path, with a number behind it where it is taken. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  const stem = [...path].slice(0, longest).join('');
  for (let count = 1; ; count += 1) if (!taken.has(`${stem}-${count}`)) return `${stem}-${count}`;
}
