import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import { manifestOf, manifestTree, type StoredTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { mapPages } from '../../../../src/engine/tree/pages/tree.js';
import { document, manifest, manifestArbitrary } from '../../manifests.js';

function loader(tree: StoredTree) {
  const calls: string[][] = [];
  const load = async (hashes: string[]) => {
    calls.push(hashes);
    return new Map(hashes.map((hash) => [hash, tree.nodes.get(hash)!]));
  };
  return { calls, load };
}

function thousandPages(): Manifest {
  const leaf = (name: string) => document(`${name}.md`, name);
  const section = (name: string): Page => ({
    ...leaf(name),
    children: Array.from({ length: 10 }, (_, index) => leaf(`${name}-${index}`)),
  });
  const chapter = (name: string): Page => ({
    ...leaf(name),
    children: Array.from({ length: 9 }, (_, index) => section(`${name}-${index}`)),
  });
  return manifest(Array.from({ length: 10 }, (_, index) => chapter(`c${index}`)));
}

describe('storing a manifest as a tree', () => {
  it('reads back the same manifest', async () => {
    await fc.assert(
      fc.asyncProperty(manifestArbitrary(), async (one) => {
        const tree = manifestTree(one);
        expect(await manifestOf(tree.root, loader(tree).load)).toEqual(one);
      }),
    );
  });

  it('normalizes the emoji of pages when it reads them, and omits those that are not exactly one emoji', async () => {
    const pages = [
      document('a.md', 'a', { emoji: '1f4d8', children: [document('b.md', 'b', { emoji: '❤' })] }),
      document('c.md', 'c', { emoji: 'book' }),
    ];
    const tree = manifestTree(manifest(pages));
    const [a, c] = (await manifestOf(tree.root, loader(tree).load)).pages;
    expect([a!.emoji, a!.children![0]!.emoji]).toEqual(['📘', '❤️']);
    expect(c).not.toHaveProperty('emoji');
  });

  it('returns the same manifest as a later read, in the same order of members, and reuses objects that were read', async () => {
    await fc.assert(
      fc.asyncProperty(manifestArbitrary(), async (one) => {
        const tree = manifestTree({ ...structuredClone(one), files: one.files.toReversed() });
        const read = await manifestOf(tree.root, loader(tree).load);
        expect(JSON.stringify(tree.manifest)).toBe(JSON.stringify(read));
        const again = manifestTree({ ...read }).manifest;
        expect(again.pages).toBe(read.pages);
        expect(again.files.every((file, index) => file === read.files[index])).toBe(true);
      }),
    );
  });

  it('gives equal manifests the same root, and unequal ones different roots', () => {
    fc.assert(
      fc.property(manifestArbitrary(), manifestArbitrary(), (one, other) => {
        const copy = structuredClone({ ...one, files: one.files.toReversed() });
        expect(manifestTree(copy).root).toBe(manifestTree(one).root);
        const equal = JSON.stringify(one) === JSON.stringify(other);
        expect(manifestTree(one).root === manifestTree(other).root).toBe(equal);
      }),
    );
  });

  it('creates three nodes for a changed page out of a thousand pages', () => {
    const before = thousandPages();
    const old = manifestTree(before);
    for (const id of ['c3', 'c3-4', 'c3-4-5']) {
      const pages = mapPages(before.pages, (page) =>
        page.id === id ? { ...page, title: page.title.toUpperCase() } : page,
      );
      const created = [...manifestTree({ ...before, pages }).nodes].filter(([hash]) => !old.nodes.has(hash));
      expect(created).toHaveLength(3);
    }
  });

  it('loads one level of the tree per call and no node twice', async () => {
    const tree = manifestTree(thousandPages());
    const { calls, load } = loader(tree);
    await manifestOf(tree.root, load);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.flat()).size).toBe(calls.flat().length);
  });

  it('reports which node is missing in the store', async () => {
    const tree = manifestTree(thousandPages());
    tree.nodes.delete([...tree.nodes.keys()][0]!);
    const load = async (hashes: string[]) =>
      new Map(hashes.filter((hash) => tree.nodes.has(hash)).map((hash) => [hash, tree.nodes.get(hash)!]));
    await expect(manifestOf(tree.root, load)).rejects.toThrow(/tree node [0-9a-f]{64} is missing/);
  });
});
