import { expect, it } from 'vitest';
import type { LinkTargets } from '../../../src/content/links/links.js';
import {
  keptDocument,
  makeDocument,
  type PlacedText,
  treeOf,
} from '../../../src/domains/content-work/kept-documents.js';

const markdown = '# Title\n\nSee [the other](other.md), [a site](https://example.org) and [nothing](gone.md).\n';

/** What links lead to where the other page has an id; none where there is no such page. */
function targets(other?: string): LinkTargets {
  return { root: '', pages: new Map(other === undefined ? [] : [['other.md', other]]), files: new Map() };
}

/** A text that no other test has. */
const textIn = (blob: string, places: LinkTargets): PlacedText => ({ blob, file: 'page.md', targets: places });

it('each who reads a tree has one of its own: what is done to it, nobody else sees', async () => {
  const text = textIn('own', targets('page_a'));
  const kept = await makeDocument(text, { markdown, tenant: 'org_1' });
  const [first, second] = [await treeOf(kept), (await treeOf(keptDocument(text)!)) as { nodes: unknown[] }];
  expect(second).toEqual(first);
  second.nodes.length = 0;
  expect(await treeOf(keptDocument(text)!)).toEqual(first);
});

it('a tree is there wherever its links lead to the same, and nowhere else', async () => {
  await makeDocument(textIn('linked', targets('page_a')), { markdown, tenant: 'org_1' });
  const known = (one: PlacedText) => keptDocument(one) !== undefined;
  expect(known(textIn('linked', targets('page_a')))).toBe(true);
  expect(known(textIn('linked', targets('page_b')))).toBe(false);
  expect(known(textIn('linked', targets()))).toBe(false);
  const more = { ...targets('page_a'), files: new Map([['gone.md', 'file_a']]) };
  expect(known(textIn('linked', more))).toBe(false);
  expect(known({ ...textIn('linked', targets('page_a')), file: 'folder/page.md' })).toBe(false);
});
