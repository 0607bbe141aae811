import { describe, expect, it } from 'vitest';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { hashesIn, hasSameContent, manifestOf, manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { file, manifest } from '../../manifests.js';
import { legacyTree } from './legacy-tree.js';

type Random = ReturnType<typeof randomFrom>;

function read({ root, nodes }: { root: string; nodes: ReadonlyMap<string, string> }): Promise<Manifest> {
  return manifestOf(root, async (hashes) => new Map(hashes.map((hash) => [hash, nodes.get(hash)!])));
}

let lastNumber = 0;

function newPage(random: Random): Page {
  const id = `p${++lastNumber}`;
  return { id, path: id, title: 'x'.repeat(random(300)), type: 'group' };
}

/** Returns all lists of pages of a tree. */
function listsOf(pages: Page[]): Page[][] {
  return [pages, ...pages.flatMap(({ children }) => (children ? listsOf(children) : []))];
}

/** Draws a manifest of up to 400 pages, files in folders, and reusable contents. */
function drawManifest(random: Random): Manifest {
  const pages: Page[] = [];
  for (let count = random(400); count > 0; count--) insertPage(pages, newPage(random), random);
  const files = Array.from({ length: random(100) }, (_, number) =>
    file(`f${number % 7}/g${number % 3}/${number}`, 'x'),
  );
  const reusableContents = Array.from({ length: random(50) }, (_, number) => ({ id: `r${number}`, title: 'A text' }));
  return manifest(pages, { files, reusableContents });
}

function insertPage(pages: Page[], page: Page, random: Random): void {
  const lists = listsOf(pages);
  const list = lists[random(lists.length)]!;
  const parent = list[random(list.length)];
  if (parent && random(3) === 0) parent.children = parent.children ?? [];
  const target = parent?.children && random(2) === 0 ? parent.children : list;
  target.splice(random(target.length + 1), 0, page);
}

/** Returns a copy with one page changed, inserted, removed or moved. */
function edited(before: Manifest, random: Random): Manifest {
  const after = structuredClone(before);
  const lists = listsOf(after.pages).filter(({ length }) => length > 0);
  const list = lists[random(lists.length)];
  if (!list || random(4) === 0) insertPage(after.pages, newPage(random), random);
  else if (random(3) === 0) list[random(list.length)]!.title = 'y'.repeat(random(300));
  else {
    const [page] = list.splice(random(list.length), 1);
    if (random(2) === 0) insertPage(after.pages, page!, random);
  }
  return after;
}

const randomSources = seeds(15).map((seed) => ({ random: randomFrom(seed) }));

describe('trees of long lists', () => {
  it.each(randomSources)(
    'are read as the same manifest after any edits, and do not depend on earlier ones',
    async ({ random }) => {
      let current = drawManifest(random);
      for (let step = 0; step < 10; step++) {
        const tree = manifestTree(current);
        const stored = await read(tree);
        expect(stored).toEqual(current);
        expect(JSON.stringify(tree.manifest)).toBe(JSON.stringify(stored));
        expect(manifestTree(structuredClone(current)).root).toBe(tree.root);
        current = edited(stored, random);
        expect(hasSameContent(stored, current)).toBe(
          JSON.stringify(manifestTree(current).manifest) === JSON.stringify(stored),
        );
      }
    },
  );

  it.each(randomSources)('name all their nodes', ({ random }) => {
    const { root, nodes } = manifestTree(drawManifest(random));
    const reached = new Set([root]);
    for (const hash of reached) for (const child of hashesIn(nodes.get(hash)!).nodes) reached.add(child);
    expect([...reached].sort()).toEqual([...nodes.keys()].sort());
  });

  it.each(randomSources)(
    'have the same content and the same next tree as the tree of an earlier version',
    async ({ random }) => {
      const content = drawManifest(random);
      const [former, tree] = [await read(legacyTree(content)), manifestTree(content)];
      expect(JSON.stringify(former)).toBe(JSON.stringify(await read(tree)));
      expect(hasSameContent(former, content)).toBe(true);
      expect(manifestTree(former).root).toBe(tree.root);
    },
  );

  it('store at most 4 KB for a changed title out of 200 pages, and 10 KB out of 5,000', () => {
    for (const [count, most] of [
      [200, 4_096],
      [5_000, 10_240],
    ] as const) {
      const pages = Array.from({ length: count }, (_, number) => ({
        ...newPage(() => 200),
        blob: 'a'.repeat(64),
        file: `${number}.md`,
      }));
      const old = manifestTree({ ...emptyManifest, pages }).nodes;
      const sizes = [0, 0.3, 0.6, 0.9].map((position) => {
        const changed = pages.with(Math.floor(position * count), {
          ...pages[Math.floor(position * count)]!,
          title: 'New',
        });
        const created = [...manifestTree({ ...emptyManifest, pages: changed }).nodes].filter(
          ([hash]) => !old.has(hash),
        );
        return created.reduce((sum, [, content]) => sum + content.length, 0);
      });
      expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(most);
    }
  });

  it('lack no sub-page without an error', async () => {
    const { root, nodes } = manifestTree(manifest([{ ...newPage(() => 1), children: [newPage(() => 1)] }]));
    const damaged = new Map(
      [...nodes].map(([hash, content]) => [hash, content.replace('"children":1', '"children":2')]),
    );
    await expect(read({ root, nodes: damaged })).rejects.toThrow('lack 1 sub-pages');
  });
});
