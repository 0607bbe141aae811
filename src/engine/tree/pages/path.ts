import { joinPath } from './address.js';

/** Where a page's file lies for its path. */
export interface PathSource {
  /** Relative to the imported folder. */
  file: string;
  /** Content root. */
  root: string;
  /** File of the root folder's page, where the configuration names one. */
  readme?: string;
}

/**
 * The path of a document (docs/import-export.md): its file's below the root, lower-cased, spaces to `-`, without `.md`; README
 * and index give their folder's, '' for the root's.
 */
export function pathOfFile({ file, root, readme }: PathSource): string {
  if (file === readme) return '';
  return ownPathOfFile({ file, root }).replace(/(?:^|\/)(?:readme|index)$/, '');
}

/** The path of a document whose folder's path another page has: README and index under their own name. */
export function ownPathOfFile({ file, root }: PathSource): string {
  const inside = root !== '' && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return joinPath(...inside.toLowerCase().replaceAll(' ', '-').replace(/\.md$/, '').split('/'));
}

/**
 * Takes the first free of the wished paths, else the last of them with `-1`, `-2`, … behind it.
 * @param taken paths in use; the one taken is added.
 */
export function claimPath(taken: Set<string>, ...wishes: string[]): string {
  const last = wishes.at(-1)!;
  let free = wishes.find((path) => !taken.has(path));
  for (let number = 1; free === undefined; number += 1) {
    if (!taken.has(`${last}-${number}`)) free = `${last}-${number}`;
  }
  taken.add(free);
  return free;
}
