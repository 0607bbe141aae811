import fc from 'fast-check';
import { hashOf } from '../../src/engine/base/blob.js';
import type { File, Hash, Manifest, Page } from '../../src/engine/base/types.js';
import { sortFiles } from '../../src/engine/tree/manifest/manifest.js';
import { linksOf, withLinks } from '../../src/engine/tree/pages/text.js';
import { mapPages } from '../../src/engine/tree/pages/tree.js';

/** Bytes by hash, as a replacement for a blob store. */
export const blobStore = new Map<Hash, Uint8Array>();

/** Reads a blob from `blobStore`. */
export function readBlob(hash: Hash): Uint8Array {
  const bytes = blobStore.get(hash);
  if (!bytes) throw new Error(`No blob ${hash}`);
  return bytes;
}

/** Stores the blobs of an edit or merge in `blobStore`, and returns its manifest. */
export function storeBlobs({ manifest, blobs }: { manifest: Manifest; blobs: Map<Hash, Uint8Array> }): Manifest {
  for (const [hash, bytes] of blobs) blobStore.set(hash, bytes);
  return manifest;
}

/** Returns the text of a page. */
export function textOfPage(page: Page): string {
  return new TextDecoder().decode(readBlob(page.blob!));
}

/** Returns a document with this text. Its id is the name of its file without `.md`, unless given. */
export function document(file: string, text: string, rest: Partial<Page> = {}): Page {
  const path = file
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')
    .toLowerCase();
  const id = rest.id ?? (file.replace(/\.md$/, '').split('/').at(-1) as string);
  return { id, type: 'document', title: id, path, file, blob: store(text), ...rest };
}

/** Returns a file with this content. */
export function file(path: string, content: string, rest: Partial<File> = {}): File {
  const name = path.split('/').at(-1)!;
  return { id: name, name, path, blob: store(content), size: content.length, contentType: 'text/plain', ...rest };
}

/** Returns a manifest of these pages with resolved links. */
export function manifest(pages: Page[], rest: Partial<Manifest> = {}): Manifest {
  const bare: Manifest = { pages, files: [], variables: {}, reusableContents: [], root: '', ...rest };
  const linked = { ...bare, files: sortFiles(bare.files) };
  const withResolvedLinks = (page: Page) =>
    page.blob && page.file ? withLinks(page, linksOf(textOfPage(page), page.file, linked)) : page;
  return { ...linked, pages: mapPages(pages, withResolvedLinks) };
}

/** Generates trees of up to 12 documents and groups, with files and variables. Ids are `p0`, `p1`, … */
export function manifestArbitrary(): fc.Arbitrary<Manifest> {
  const node = fc.record({
    parent: fc.nat({ max: 1000 }),
    title: fc.constantFrom('Install', 'Use', 'Öl', '指南'),
    lines: fc.array(fc.constantFrom('one', 'two', '', '# Head', '[next](p1.md)'), { maxLength: 5 }),
    hidden: fc.boolean(),
    isGroup: fc.boolean(),
  });
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 2 } as fc.JsonSharedConstraints);
  return fc
    .record({
      nodes: fc.array(node, { maxLength: 12 }),
      files: fc.uniqueArray(fc.constantFrom('a.png', 'x/b.png', 'x/y/c.png', '__proto__/d.png', 'x/e.svg')),
      variables: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), json, { maxKeys: 3, noNullPrototype: true }),
    })
    .map(({ nodes, files, variables }) => {
      const parents = nodes.map(({ parent }, index) => (parent % (index + 1)) - 1);
      const build = (parent: number): Page[] =>
        nodes.flatMap(({ title, lines, hidden, isGroup }, index) => {
          if (parents[index] !== parent) return [];
          const children = build(index);
          const rest = { id: `p${index}`, title, ...(hidden && { hidden }), ...(children.length > 0 && { children }) };
          const text = lines.map((line) => `${line}\n`).join('');
          const group: Page = { type: 'group', path: `p${index}`, ...rest };
          return [isGroup ? group : document(`p${index}.md`, text, rest)];
        });
      const clean = JSON.parse(JSON.stringify(variables)) as Manifest['variables'];
      return manifest(build(-1), { files: files.map((path) => file(path, path)), variables: clean });
    });
}

function store(text: string): Hash {
  const bytes = new TextEncoder().encode(text);
  blobStore.set(hashOf(bytes), bytes);
  return hashOf(bytes);
}
