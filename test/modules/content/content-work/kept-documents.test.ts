import { expect, it } from 'vitest';
import type { LinkTargets } from '../../../../src/engine/tree/links/links.js';
import {
  computeDocument,
  getCachedDocument,
  type PlacedText,
  treeOf,
} from '../../../../src/modules/content/content-work/document-cache.js';

const markdown = '# Title\n\nSee [the other](other.md), [a site](https://example.org) and [nothing](gone.md).\n';

/** What links lead to where the other page has an id; none where there is no such page. */
function targets(other?: string): LinkTargets {
  return {
    root: '',
    pages: new Map(other === undefined ? [] : [['other.md', other]]),
    files: new Map(),
    shared: new Map(),
  };
}

const making = { tenant: 'org_1', read: async () => markdown, pay: async () => {} };

/** A text that no other test has. */
const textIn = (blob: string, places: LinkTargets): PlacedText => ({ blob, file: 'page.md', targets: places });

it('each who reads a tree has one of its own: what is done to it, nobody else sees', async () => {
  const text = textIn('own', targets('page_a'));
  const kept = await computeDocument(text, making);
  const [first, second] = [await treeOf(kept), (await treeOf(getCachedDocument(text)!)) as { nodes: unknown[] }];
  expect(second).toEqual(first);
  second.nodes.length = 0;
  expect(await treeOf(getCachedDocument(text)!)).toEqual(first);
});

it('a tree is there wherever its links lead to the same, and nowhere else', async () => {
  await computeDocument(textIn('linked', targets('page_a')), making);
  const known = (one: PlacedText) => getCachedDocument(one) !== undefined;
  expect(known(textIn('linked', targets('page_a')))).toBe(true);
  expect(known(textIn('linked', targets('page_b')))).toBe(false);
  expect(known(textIn('linked', targets()))).toBe(false);
  const more = { ...targets('page_a'), files: new Map([['gone.md', 'file_a']]) };
  expect(known(textIn('linked', more))).toBe(false);
  expect(known({ ...textIn('linked', targets('page_a')), file: 'folder/page.md' })).toBe(false);
});

it('those who ask for the same tree at once share it, read its text once and pay for it each', async () => {
  let read = 0;
  const paid: number[] = [];
  const counting = {
    ...making,
    async read() {
      read += 1;
      return markdown;
    },
    pay: async (length: number) => void paid.push(length),
  };
  const text = textIn('shared', targets('page_a'));
  const [one, other] = await Promise.all([computeDocument(text, counting), computeDocument(text, counting)]);
  expect([read, paid]).toEqual([1, [markdown.length]]);
  expect(other).toBe(one);
});

it('one who shares what another cannot pay for makes it', async () => {
  const text = textIn('unpaid', targets('page_a'));
  const poor = {
    ...making,
    async read(): Promise<string> {
      throw new Error('no points are left');
    },
  };
  const [refused, made] = await Promise.allSettled([computeDocument(text, poor), computeDocument(text, making)]);
  expect([refused.status, made.status]).toEqual(['rejected', 'fulfilled']);
});
