import { joinPath } from './address.js';

/** Location of a page's file. The page's path is derived from it. */
export interface PathSource {
  /** Relative to the imported folder. */
  file: string;
  /** Content root. */
  root: string;
  /** File of the root folder's page, if the configuration names one. */
  readme?: string;
}

/**
 * Returns the path of a document (docs/import-export.md): its file's path below the root, lower-cased, with `-` instead
 * of spaces, without `.md`. README and index get the path of their folder, which is '' for the root.
 */
export function pathOfFile({ file, root, readme }: PathSource): string {
  if (file === readme) return '';
  return ownPathOfFile({ file, root }).replace(/(?:^|\/)(?:readme|index)$/, '');
}

/**
 * Returns the path of a README or index if another page already uses the path of its folder. It is the folder's path
 * with the name of the file.
 */
export function ownPathOfFile({ file, root }: PathSource): string {
  const inside = root !== '' && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return joinPath(...inside.toLowerCase().replaceAll(' ', '-').replace(/\.md$/, '').split('/'));
}

/**
 * Reserves the first free path of `wishes`. If none is free, reserves the last one with `-1`, `-2`, … appended.
 * @param usedPaths paths in use; the reserved path is added
 */
export function claimPath(usedPaths: Set<string>, ...wishes: string[]): string {
  const last = wishes.at(-1)!;
  let free = wishes.find((path) => !usedPaths.has(path));
  for (let number = 1; free === undefined; number += 1) {
    if (!usedPaths.has(`${last}-${number}`)) free = `${last}-${number}`;
  }
  usedPaths.add(free);
  return free;
}
