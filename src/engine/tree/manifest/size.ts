import { ContentError, type Manifest } from '../../base/types.js';
import { manifestIndex } from './page-index.js';

/**
 * Maximum number of pages, files and levels of one revision. They limit the lists that the REST API returns without
 * pagination, and the depth of recursion over pages.
 */
const maxContent = { pages: 20_000, files: 20_000, levels: 100 } as const;

/**
 * Rejects a manifest that exceeds these limits.
 * @throws ContentError naming the limit and the number
 */
export function checkSize(manifest: Manifest): void {
  const { pages } = manifestIndex(manifest);
  const levels = pages.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
  const found = { pages: pages.length, files: manifest.files.length, levels };
  for (const name of ['pages', 'files', 'levels'] as const) {
    if (found[name] <= maxContent[name]) continue;
    const what = name === 'levels' ? 'levels of pages' : name;
    throw new ContentError(`a space has at most ${maxContent[name]} ${what} (got ${found[name]})`, name);
  }
}
