import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath, skippedWithout } from '../support/shared-data.js';

const folder = sharedPath('docs');

/** Folder of the documentation corpora next to the project; null if it is absent. */
export const corpora = existsSync(folder) ? folder : null;

/** Suffix for the titles of tests that need the corpora: says why they are skipped; '' if they run. */
export const corpusSkipSuffix = skippedWithout(folder);

/** Returns the sorted files of a corpus, relative to it, with `/`. */
export function corpusFiles(name: string): string[] {
  const all = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(join(folder, name).length + 1).replaceAll('\\', '/')).sort();
}
