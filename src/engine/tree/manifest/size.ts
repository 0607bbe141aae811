import { ContentError, type Manifest } from '../../base/types.js';
import { indexOf } from './page-index.js';

/** Bounds of one revision: un-paged lists of the contract are capped so, and whatever walks pages recurses. */
const mostContent = { pages: 20_000, files: 20_000, levels: 100 } as const;

/** Refuses a manifest that is too large to be listed whole. @throws ContentError naming the bound and the number. */
export function checkSize(manifest: Manifest): void {
  const { pages } = indexOf(manifest);
  const levels = pages.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
  const found = { pages: pages.length, files: manifest.files.length, levels };
  for (const name of ['pages', 'files', 'levels'] as const) {
    if (found[name] <= mostContent[name]) continue;
    const what = name === 'levels' ? 'levels of pages' : name;
    throw new ContentError(`a space has at most ${mostContent[name]} ${what} (got ${found[name]})`, name);
  }
}
