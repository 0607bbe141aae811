import { expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import type { Manifest } from '../../../../src/engine/base/types.js';
import { copySource, translatedId } from '../../../../src/engine/translation/space/copy-source.js';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';

const text = '[next](two.md) [there](docgraph:page/page_2)\n';
const bytes = new TextEncoder().encode(text);
const manifest: Manifest = {
  ...emptyManifest,
  pages: [
    { id: 'page_1', type: 'document', title: 'One', path: 'one', file: 'one.md', blob: hashOf(bytes) },
    { id: 'page_2', type: 'document', title: 'Two', path: 'two', file: 'two.md', blob: hashOf(bytes) },
  ],
};
const copy = (result: string) => copySource({ source: { spaceId: 'spc_1', manifest }, result, readBlob: () => bytes });

it('copied pages have deterministic ids of the translation and keep their addresses', () => {
  const [once, again] = [copy('spc_2'), copy('spc_2')];
  expect(again.manifest).toEqual(once.manifest);
  expect(once.manifest.pages.map(({ id, path }) => [id, path])).toEqual([
    [translatedId('spc_2', 'Page', 'page_1'), 'one'],
    [translatedId('spc_2', 'Page', 'page_2'), 'two'],
  ]);
  expect(copy('spc_3').manifest.pages[0]!.id).not.toBe(once.manifest.pages[0]!.id);
});

it('links and references between copied pages point at the copies', () => {
  const { manifest: copied, blobs } = copy('spc_2');
  const two = translatedId('spc_2', 'Page', 'page_2');
  const read = new TextDecoder().decode(blobs.get(copied.pages[0]!.blob!));
  expect(read).toBe(`[next](two.md) [there](docgraph:page/${two})\n`);
});
