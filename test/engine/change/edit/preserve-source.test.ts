import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { preserveSource } from '../../../../src/engine/change/edit/preserve-source.js';
import { documentFromMarkdown, readPage } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

/** Returns the text after an editor changes its blocks, and the text that would be written without `preserveSource`. */
function edited(present: string, change: (nodes: Json[]) => Json[]): { text: string; written: string } {
  const nodes = change(structuredClone(documentFromMarkdown(present).nodes) as unknown as Json[]);
  const write = (document: Json) => markdownFromDocument(document);
  const written = write({ object: 'document', nodes });
  return { text: preserveSource(written, { present, read: readPage(present), nodes, options: {}, write }), written };
}

const paragraph = (words: string): Json => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
});

const page = `${[
  '<!-- do not edit -->',
  'First\n=====',
  'A *line* with [a link][home]\nand another.',
  '- one\n- two',
  '{% hint style="info" icon="bolt" %}\nBe careful.\n{% endhint %}',
  '[home]: https://docs.test "Home"',
  '#### Deep',
  '<div class="x">\n<b>raw</b>\n</div>',
  '{% columns %}\nleft\n{% endcolumns %}',
  'Last.',
].join('\n\n')}\n`;

describe('blocks that an edit does not change keep their source lines', () => {
  it('when another block is replaced', () => {
    expect(edited(page, (nodes) => nodes.with(-1, paragraph('New end.'))).text).toBe(page.replace('Last.', 'New end.'));
  });

  it('when a block is inserted before or after all others', () => {
    expect(edited(page, (nodes) => [paragraph('Top.'), ...nodes]).text).toBe(`Top.\n\n${page}`);
    expect(edited(page, (nodes) => [...nodes, paragraph('End.')]).text).toBe(`${page}\nEnd.\n`);
  });

  it('when another block is deleted, including adjacent link definitions', () => {
    const { text } = edited(page, (nodes) => nodes.filter((_, index) => index !== 4));
    expect(text).toBe(page.replace(/\{% hint.*endhint %\}\n\n/s, ''));
  });

  it('with Windows line endings', () => {
    const { text } = edited('a\r\n\r\n* b\r\n* c\r\n\r\nd\r\n', (nodes) => nodes.with(-1, paragraph('e')));
    expect(text).toBe('a\r\n\r\n* b\r\n* c\r\n\r\ne\r\n');
  });
});

it('the written text has the document of the edit, whatever the edit changes', () => {
  const pieces = fc.constantFrom(
    'a',
    '* b',
    '* b\n* c',
    '1) d',
    '> e',
    '# F',
    'G\n===',
    '<!-- h -->',
    '[i]: /j',
    '[i] k',
    '```\nl\n```',
    '    m',
    '---',
    '| n |\n| - |\n| o |',
    'p[^1]',
    '[^1]: q',
    '<details>\n<summary>r</summary>\ns\n</details>',
    '{% hint style="info" x="y" %}\nt\n{% endhint %}',
    '<div>\nu\n</div>',
    '{% version 2 %}',
    '![v](w.png)',
  );
  const pages = fc
    .array(fc.tuple(pieces, fc.constantFrom('\n\n', '\n', '\n\n\n')), { maxLength: 10 })
    .map((parts) => parts.flat().join(''));
  const changes = fc.array(fc.tuple(fc.nat(12), fc.constantFrom('delete', 'insert', 'replace', 'move')), {
    minLength: 1,
    maxLength: 3,
  });
  let whole = 0;
  fc.assert(
    fc.property(pages, changes, (present, all) => {
      const change = (nodes: Json[]) => {
        for (const [place, kind] of all) {
          const at = nodes.length === 0 ? 0 : place % nodes.length;
          if (kind === 'insert') nodes.splice(at, 0, paragraph('new'));
          else if (kind === 'replace') nodes.splice(at, 1, paragraph('other'));
          else if (kind === 'delete') nodes.splice(at, 1);
          else nodes.push(...nodes.splice(at, 1));
        }
        return nodes;
      };
      const { text, written } = edited(present, change);
      expect(markdownFromDocument(documentFromMarkdown(text))).toBe(written);
      if (text === written) whole++;
    }),
    { numRuns: 500 },
  );
  console.log(`${whole} of 500 texts were written anew as a whole, or read so anyway`);
});
