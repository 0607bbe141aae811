import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import type { Page } from '../../src/engine/base/types.js';
import { exportFolder } from '../../src/engine/tree/export/export-folder.js';
import { importFolder } from '../../src/engine/tree/import/import-folder.js';
import { subtreeOf } from '../../src/engine/tree/pages/tree.js';
import { withinBounds } from '../support/cost.js';
import { corpora, corpusFiles, corpusSkipSuffix } from './corpora.js';

/**
 * Figures from the table in the corpora's README: listed pages, links in the table of contents, depth, groups, pages
 * with front matter.
 * Unlisted pages and broken links are counted by hand. The table omits CONTRIBUTING.md and license.md, and its scan
 * ignored images, `broken-reference`, and folders without a README.
 */
const expected = [
  {
    name: 'small-laravel-translatable',
    root: 'docs',
    listed: 15,
    external: 0,
    depth: 1,
    groups: 2,
    unlisted: 0,
    described: 0,
    broken: 0,
  },
  {
    name: 'medium-elsa',
    root: '',
    listed: 156,
    external: 0,
    depth: 3,
    groups: 12,
    unlisted: 29,
    described: 110,
    broken: 15,
  },
  {
    name: 'large-rocketchat-dev',
    root: '',
    listed: 818,
    external: 3,
    depth: 8,
    groups: 10,
    unlisted: 10,
    described: 96,
    broken: 55,
  },
  {
    name: 'mdbook-rust-by-example',
    root: 'src',
    listed: 197,
    external: 0,
    depth: 4,
    groups: 0,
    unlisted: 0,
    described: 0,
    broken: 0,
  },
];

const ids = Array.from({ length: 100_000 }, (_, index) => index).values();
const newId = (kind: string) => `${kind}_${ids.next().value}`;

describe.each(expected)('the corpus $name', (figures) => {
  it.skipIf(corpora === null)(
    `is imported with the known figures and exported byte for byte${corpusSkipSuffix}`,
    async () => {
      const entries = readFolder(join(corpora!, figures.name));
      // The limit is 150 pages per second. Smaller corpora are not measured, because the JavaScript engine is still
      // warming up.
      const all = figures.listed + figures.unlisted;
      const bounds = all > 500 ? { cpu: all / 150 } : {};
      const { manifest, blobs, notices } = await withinBounds(bounds, () => importFolder({ entries, newId }));
      const pages = manifest.pages.flatMap(subtreeOf);
      const documents = pages.filter((page) => page.type === 'document');
      const unlisted = documents.filter((page) => page.hidden);
      const count = (type: Page['type']) => pages.filter((page) => page.type === type).length;
      expect({
        name: figures.name,
        root: manifest.root,
        listed: documents.length - unlisted.length,
        external: count('link'),
        depth: depthOf(manifest.pages),
        groups: count('group'),
        unlisted: unlisted.length,
        described: documents.filter((page) => page.description !== undefined).length,
        broken: notices.filter(({ kind }) => kind === 'broken-link').length,
      }).toEqual(figures);

      const paths = corpusFiles(figures.name);
      const exported = new Map(
        [...exportFolder(manifest, (hash) => blobs.get(hash)!())].map((file) => [file.path, file.bytes]),
      );
      expect([...exported.keys()].sort()).toEqual(paths);
      for (const path of paths)
        expect(readFileSync(join(corpora!, figures.name, path)).equals(exported.get(path)!), path).toBe(true);

      const again = importFolder({ entries: exported, previous: manifest, newId });
      expect(again.manifest).toStrictEqual(manifest);
      expect(again.blobs.size).toBe(0);
    },
  );
});

/** Returns the number of levels of listed pages; groups do not count as a level. */
function depthOf(pages: Page[]): number {
  return Math.max(
    0,
    ...pages.map((page) => (page.type === 'group' ? 0 : page.hidden ? 0 : 1) + depthOf(page.children ?? [])),
  );
}
