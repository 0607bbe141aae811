import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(
  process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'data',
  'docs',
);

/** The folder of the documentation corpora beside the project; null where it is absent. */
export const corpora = existsSync(folder) ? folder : null;

/** What the title of a test says that needs the corpora. */
export const corpusSkip = corpora === null ? ' (skipped: no corpora beside the project, see DOCGRAPH_SHARED)' : '';

/** Files of a corpus, relative to it, with `/`, sorted. */
export function corpusFiles(name: string): string[] {
  const all = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(join(folder, name).length + 1).replaceAll('\\', '/')).sort();
}
