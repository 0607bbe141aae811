import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revertBlocks } from '../../../../src/engine/text/document/block-lines.js';
import { documentFromMarkdown, readPage } from '../../../../src/engine/text/document/from-markdown.js';
import type { Block } from '../../../../src/engine/text/document/nodes/nodes.js';

const keysOf = (markdown: string) => documentFromMarkdown(markdown).nodes.map((block) => block.key);
const paragraphs = fc.array(fc.constantFrom('a', 'b', 'c *d*', '- e\n- f', '> g', '# h', '```\ni\nj\n```'), {
  minLength: 1,
  maxLength: 8,
});

describe('keys of blocks', () => {
  it('are unique within a page, at every level', () => {
    const { document, lines } = readPage('a\n\na\n\n- a\n- a\n\n> a\n\n| a |\n| - |\n| a |\n| a |\n\n```\na\na\n```\n');
    const keys = JSON.stringify(document).match(/"key":"[^"]*"/g) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(lines.size).toBe(keys.length);
  });

  it('do not change when other blocks of the page are added, changed or removed', () => {
    fc.assert(
      fc.property(paragraphs, paragraphs, (before, after) => {
        const page = [...before, 'the one block', ...after].join('\n\n<!-- -->\n\n');
        const key = documentFromMarkdown('the one block').nodes[0]?.key;
        expect(keysOf(page).filter((other) => other === key)).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });

  it('have 12 hexadecimal digits, and a number if the block is repeated', () => {
    expect(keysOf('a\n\na')).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}$/),
      expect.stringMatching(/^[0-9a-f]{12}-2$/),
    ]);
  });
});

describe('lines of blocks', () => {
  const page = '# a\n\n- b\n- c\n  d\n\n```js\ne\nf\n```\n';

  it('are the lines of the block, counted from 1, also for nested blocks', () => {
    const { document, lines } = readPage(page);
    const [heading, list, code] = document.nodes as [Block, Block, Block];
    const nested = [list, code].map((block) => block.nodes![1] as Block);
    const keys = [heading, list, nested[0]!, code, nested[1]!].map((block) => block.key);
    expect(keys.map((key) => lines.get(key))).toEqual([
      { from: 1, to: 1 },
      { from: 3, to: 5 },
      { from: 4, to: 5 },
      { from: 7, to: 10 },
      { from: 9, to: 9 },
    ]);
  });
});

describe('reverting blocks', () => {
  const original = 'one\n\ntwo\n\nthree\n';

  it('reverts only the changes in the named block', () => {
    const current = 'ONE\n\nTWO\n\nthree\n';
    expect(revertBlocks({ original, current, keys: [keysOf(current)[1]!] })).toBe('ONE\n\ntwo\n\nthree\n');
  });

  it('removes an added block, and restores a deleted one', () => {
    const added = 'one\n\nnew\n\ntwo\n\nthree\n';
    expect(revertBlocks({ original, current: added, keys: [keysOf(added)[1]!] })).toBe(original);
    expect(revertBlocks({ original, current: 'one\n\nthree\n', keys: [keysOf(original)[1]!] })).toBe(original);
  });

  it('does not change a page if the named block did not change', () => {
    const current = 'zero\n\none\n\ntwo\n\nTHREE\n';
    expect(revertBlocks({ original, current, keys: [keysOf(current)[2]!] })).toBe(current);
  });

  it('restores missing lines at the edge of a changed block', () => {
    expect(revertBlocks({ original: 'a\nb\nc\n', current: 'b\nc\n', keys: keysOf('b\nc\n') })).toBe('a\nb\nc\n');
  });

  it('does not change line endings', () => {
    const current = 'ONE\r\n\r\nTWO\r\n';
    expect(revertBlocks({ original: 'one\r\n\r\ntwo\r\n', current, keys: [keysOf(current)[0]!] })).toBe(
      'one\r\n\r\nTWO\r\n',
    );
  });

  it('refuses a key that neither text has', () => {
    expect(() => revertBlocks({ original, current: original, keys: ['nothing'] })).toThrow(/"nothing"/);
  });

  it('returns the original if all blocks of both texts are named', () => {
    fc.assert(
      fc.property(paragraphs, paragraphs, (first, second) => {
        const [before, after] = [first.join('\n\n'), second.join('\n\n')];
        const keys = [...keysOf(before), ...keysOf(after)];
        expect(keysOf(revertBlocks({ original: before, current: after, keys }))).toEqual(keysOf(before));
      }),
      { numRuns: 200 },
    );
  });

  it('takes bounded time for texts without a common line', () => {
    const text = (letter: string) => Array.from({ length: 8_000 }, (_, index) => `${letter}${index}`).join('\n');
    expect(() => revertBlocks({ original: text('a'), current: text('b'), keys: [] })).toThrow(/revert the whole page/);
  });
});
