import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath, skippedWithout } from '../support/shared-data.js';

const folder = sharedPath('docs');

/** The folder of the documentation corpora beside the project; null where it is absent. */
export const corpora = existsSync(folder) ? folder : null;

/** What the title of a test says that needs the corpora. */
export const corpusSkip = skippedWithout(folder);

/** Files of a corpus, relative to it, with `/`, sorted. */
export function corpusFiles(name: string): string[] {
  const all = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(join(folder, name).length + 1).replaceAll('\\', '/')).sort();
}
