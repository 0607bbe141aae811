import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Documentation pages that are not in `docs/`. */
export const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/**
 * Returns the files of a folder and its subfolders whose names match, except generated ones. Paths are relative to the
 * root.
 */
export function filesIn(root, folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => ending.test(file) && !/generated/.test(file));
}
