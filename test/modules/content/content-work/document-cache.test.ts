import { describe, expect, it } from 'vitest';
import type { LinkTargets } from '../../../../src/engine/tree/links/links.js';
import {
  computeDocument,
  getCachedDocument,
  type TextAtPath,
  unpackDocument,
} from '../../../../src/modules/content/content-work/document-cache.js';

const markdown = '# Title\n\nSee [the other](other.md), [a site](https://example.org) and [nothing](gone.md).\n';

/** Returns link targets in which the linked file has the given id, or does not exist. */
function targets(other?: string): LinkTargets {
  return {
    root: '',
    pages: new Map(other === undefined ? [] : [['other.md', other]]),
    files: new Map(),
    shared: new Map(),
  };
}

const computation = { tenant: 'org_1', read: async () => markdown, pay: async () => {} };

/** Returns a text that no other test uses. */
const textIn = (blob: string, places: LinkTargets): TextAtPath => ({ blob, file: 'page.md', targets: places });

describe('the cache of documents', () => {
  it('gives each reader a separate copy of the tree', async () => {
    const text = textIn('own', targets('page_a'));
    const document = await computeDocument(text, computation);
    const [first, second] = [
      await unpackDocument(document),
      (await unpackDocument(getCachedDocument(text)!)) as { nodes: unknown[] },
    ];
    expect(second).toEqual(first);
    second.nodes.length = 0;
    expect(await unpackDocument(getCachedDocument(text)!)).toEqual(first);
  });

  it('reuses a tree only for a text with the same link targets', async () => {
    await computeDocument(textIn('linked', targets('page_a')), computation);
    const isCached = (one: TextAtPath) => getCachedDocument(one) !== undefined;
    expect(isCached(textIn('linked', targets('page_a')))).toBe(true);
    expect(isCached(textIn('linked', targets('page_b')))).toBe(false);
    expect(isCached(textIn('linked', targets()))).toBe(false);
    const more = { ...targets('page_a'), files: new Map([['gone.md', 'file_a']]) };
    expect(isCached(textIn('linked', more))).toBe(false);
    expect(isCached({ ...textIn('linked', targets('page_a')), file: 'folder/page.md' })).toBe(false);
  });

  it('reads a text once and charges for it once when concurrent callers share its tree', async () => {
    let read = 0;
    const paid: number[] = [];
    const counting = {
      ...computation,
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

  it('computes a tree for one caller although the budget of a concurrent caller is too small', async () => {
    const text = textIn('unpaid', targets('page_a'));
    const poor = {
      ...computation,
      async read(): Promise<string> {
        throw new Error('no points are left');
      },
    };
    const [refused, paidResult] = await Promise.allSettled([
      computeDocument(text, poor),
      computeDocument(text, computation),
    ]);
    expect([refused.status, paidResult.status]).toEqual(['rejected', 'fulfilled']);
  });
});
