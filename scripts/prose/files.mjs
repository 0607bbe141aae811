import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Pages of the repository that are not in `docs/`. */
export const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** Files of a folder and its subfolders whose names match, without generated ones. Paths begin at the root. */
export function filesIn(root, folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => ending.test(file) && !/generated/.test(file));
}
