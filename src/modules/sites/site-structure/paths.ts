import { badInput } from '../../../platform/base/errors.js';

/** Matches a valid path: letters, digits, `-`, `_` and `.`; a path neither begins nor ends with `.`. */
const pathPattern = /^[\p{L}\p{M}\p{N}_-]([\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_-])?$/u;

/** Maximum length of a path that is derived from a title, in characters, without the suffix that makes it unique. */
const maxDerivedPathLength = 90;

/** Returns the normal form of a path, which is used to store and compare it. */
export const pathKey = (path: string): string => path.normalize('NFC');

/**
 * Checks a path from a client.
 * @param takenPaths paths of the other items in the same section, group or root
 * @returns the path as it is stored
 * @throws BAD_USER_INPUT for invalid characters, and for a path that another item has.
 */
export function checkPath(input: string, takenPaths: ReadonlySet<string>): string {
  const path = pathKey(input);
  if (!pathPattern.test(path))
    throw badInput(
      'path',
      `\`path\` must consist of letters, digits, \`-\`, \`_\` and \`.\`, and must neither begin nor end with \`.\` (got ${JSON.stringify(input)})`,
    );
  if (takenPaths.has(path))
    throw badInput('path', `\`path\` must differ from the paths of its siblings (got ${JSON.stringify(input)})`);
  return path;
}

/** Derives a path from a title; it differs from the taken paths. */
export function pathFrom(title: string, takenPaths: ReadonlySet<string>): string {
  const words = pathKey(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return freePath([...words].slice(0, maxDerivedPathLength).join('') || 'space', takenPaths);
}

/** Returns a path, with a number appended if the path is taken. */
export function freePath(path: string, takenPaths: ReadonlySet<string>): string {
  if (!takenPaths.has(path)) return path;
  const stem = [...path].slice(0, maxDerivedPathLength).join('');
  for (let count = 1; ; count += 1) if (!takenPaths.has(`${stem}-${count}`)) return `${stem}-${count}`;
}
