import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revertBlocks } from '../../../../src/engine/text/document/block-lines.js';
import { documentFromMarkdown, readPage } from '../../../../src/engine/text/document/from-markdown.js';
import type { Block, Inline, Text } from '../../../../src/engine/text/document/nodes/nodes.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { options } from './block-arbitrary.js';

const nodes = (markdown: string) => documentFromMarkdown(markdown, options).nodes;
const types = (markdown: string) => nodes(markdown).map((block) => block.type);

function textOf(some: readonly (Block | Inline | Text)[]): string {
  return some
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      if (node.object === 'block' && node.type === 'math') return String(node.data.formula);
      const fragments = 'fragments' in node ? (node.fragments ?? []) : [];
      return textOf([
        ...fragments.flatMap((fragment) => fragment.nodes),
        ...('nodes' in node ? (node.nodes ?? []) : []),
      ]);
    })
    .join('\n');
}

describe('tags of a page', () => {
  it('enclose blocks, also in lists and steps', () => {
    const page =
      '{% stepper %}\n{% step %}\n# One\n\n* item\n\n    {% hint style="danger" %}\n    deep\n    {% endhint %}\n{% endstep %}\n{% endstepper %}';
    expect(nodes(page)).toMatchObject([
      {
        type: 'stepper',
        nodes: [
          {
            type: 'stepper-step',
            nodes: [
              { type: 'heading-1' },
              {
                type: 'list-unordered',
                nodes: [{ nodes: [{ type: 'paragraph' }, { type: 'hint', data: { style: 'danger' } }] }],
              },
            ],
          },
        ],
      },
    ]);
  });

  it.each([
    ['embed', '{% embed url="https://a.b" %}', { url: 'https://a.b' }],
    [
      'content-ref',
      '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}',
      { ref: { kind: 'url', url: 'a.md' } },
    ],
    ['math', '$$\nx^2\n\n  y\n$$', { formula: 'x^2\n\n  y' }],
    [
      'code',
      '{% code title="a.js" lineNumbers="true" overflow="wrap" %}\n```js\nb\n```\n{% endcode %}',
      { syntax: 'js', title: 'a.js', lineNumbers: true, overflow: 'wrap' },
    ],
    [
      'swagger',
      '{% openapi src="a.json" path="/b" method="get" expanded="true" %}\n[a](a.json)\n{% endopenapi %}',
      { ref: { kind: 'url', url: 'a.json' }, path: '/b', method: 'get', expanded: true },
    ],
    [
      'openapi-operation',
      '{% openapi-operation spec="s" path="/b" method="get" %}\n[a](b)\n{% endopenapi-operation %}',
      { ref: { kind: 'openapi', spec: 's' }, path: '/b', method: 'get' },
    ],
    [
      'openapi-schemas',
      '{% openapi-schemas spec="s" schemas="A,B" grouped="false" %}\n{% endopenapi-schemas %}',
      { ref: { kind: 'openapi', spec: 's' }, schemas: ['A', 'B'], grouped: false },
    ],
    [
      'openapi-webhook',
      '{% openapi-webhook spec="s" name="n" method="post" %}\n{% endopenapi-webhook %}',
      { ref: { kind: 'openapi', spec: 's' }, name: 'n', method: 'post' },
    ],
    ['images', '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>', {}],
    ['heading-2', '<h2 align="center">a</h2>', { align: 'center' }],
    ['paragraph', '<p align="right">a</p>', { align: 'end' }],
  ])('are a block with data: %s', (type, markdown, data) => {
    expect(nodes(markdown)).toMatchObject([{ type, data }]);
  });

  it.each([
    ['no end', '{% hint style="info" %}\n\na', ['paragraph', 'paragraph']],
    ['no beginning', 'a\n{% endhint %}', ['paragraph', 'paragraph']],
    ['words between tabs', '{% tabs %}\na\n{% endtabs %}', ['paragraph', 'paragraph', 'paragraph']],
    ['crossed tags', '{% hint style="info" %}\n{% tabs %}\n{% endhint %}\n{% endtabs %}', ['hint', 'paragraph']],
    [
      'two blocks in code',
      '{% code title="a" %}\n```\nb\n```\nc\n{% endcode %}',
      ['paragraph', 'code', 'paragraph', 'paragraph'],
    ],
    ['a tag among words', 'a {% hint style="info" %} b', ['paragraph']],
    ['an open formula', '$$\na', ['paragraph']],
    [
      'columns, which are not in the contract',
      '{% columns %}\n{% column %}\na\n{% endcolumn %}\n{% endcolumns %}',
      ['paragraph', 'paragraph', 'paragraph', 'paragraph', 'paragraph'],
    ],
    ['an `if`, which is not in the contract', '{% if customer.is_vip %}\na\n{% endif %}', ['paragraph']],
  ])('are text if they are invalid: %s', (_, markdown, expected) => {
    expect(types(markdown)).toEqual(expected);
    const words = markdown.match(/\{%[^%]*%\}|\$\$/g) ?? [];
    const visibleText = textOf(nodes(markdown));
    const isTag = (word: string) => !(expected[0] === 'hint' && /hint/.test(word));
    for (const word of words.filter(isTag)) expect(visibleText).toContain(word);
  });

  it('that are Liquid samples in page text are written unchanged', () => {
    const page = 'Write {% if customer.is_vip %} here.\n\n{% if customer.is_vip %}\n';
    expect(markdownFromDocument(documentFromMarkdown(page))).toBe(page);
  });

  it('can be in any order: no word of a page is lost, and its Markdown is stable', () => {
    const pieces = fc.constantFrom(
      '{% hint style="info" %}', '{% endhint %}', '{% tabs %}', '{% endtabs %}', '{% tab title="t" %}', '{% endtab %}',
      '{% stepper %}', '{% step %}', '{% endstep %}', '{% endstepper %}', '<details>', '<summary>s</summary>', '</details>',
      '{% code title="c" %}', '{% endcode %}', '```\ncode\n```', '{% embed url="u" %}', '{% endembed %}', '$$', 'word',
      '* item', '  * deep', '> quote', '| a |\n|-|\n| b |', '<figure><img src="a" alt=""><figcaption>f</figcaption></figure>',
      '<table><thead><tr><th width="9">h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table>', '',
    ); // biome-ignore format: a list of pieces
    fc.assert(
      fc.property(fc.array(fc.tuple(pieces, fc.constantFrom('\n', '\n\n', '\n  ')), { maxLength: 14 }), (parts) => {
        const page = parts.flat().join('');
        const document = documentFromMarkdown(page, options);
        const count = (text: string, word: string) => text.split(word).length - 1;
        expect(count(textOf(document.nodes), 'word')).toBe(count(page, 'word'));
        const markdown = markdownFromDocument(document, options);
        expect(markdownFromDocument(documentFromMarkdown(markdown, options), options)).toBe(markdown);
      }),
      { numRuns: 300 },
    );
  });
});

describe('keys and lines of tagged blocks', () => {
  const blocks = fc.array(
    fc.constantFrom(
      'a',
      '* b',
      '{% hint style="info" %}\nc\n{% endhint %}',
      '{% tabs %}\n{% tab title="d" %}\ne\n{% endtab %}\n{% endtabs %}',
      '<details>\n\n<summary>f</summary>\n\ng\n\n</details>',
      '$$\nh\n$$',
      '<figure><img src="i" alt=""><figcaption><p>j</p></figcaption></figure>',
    ),
    { maxLength: 6 },
  );
  const page = (parts: readonly string[]) => `${parts.join('\n\n')}\n`;
  const stepperMarkdown =
    '{% stepper %}\n{% step %}\nmine\n\n{% hint style="info" %}\nmine\n{% endhint %}\n{% endstep %}\n{% endstepper %}';
  const keysIn = (markdown: string) => [...readPage(markdown).lines.keys()];

  it('do not change when other blocks of the page change', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const keys = keysIn(page([...before, stepperMarkdown, ...after]));
        expect(keysIn(page([stepperMarkdown])).every((key) => keys.includes(key))).toBe(true);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 100 },
    );
  });

  it('include the opening and the closing tag', () => {
    const { document, lines } = readPage(`a\n\n${stepperMarkdown}\n`);
    const [, stepper] = document.nodes;
    const step = stepper!.nodes![0] as Block;
    const hint = step.nodes![1] as Block;
    const keys = [stepper!, step, hint].map((block) => block.key);
    expect(keys.map((key) => lines.get(key))).toEqual([
      { from: 3, to: 11 },
      { from: 4, to: 10 },
      { from: 7, to: 9 },
    ]);
  });

  it('let `revertBlocks` revert the changes of one block', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const original = page([...before, stepperMarkdown, ...after]);
        const current = page([...before, stepperMarkdown.replaceAll('mine', 'yours'), ...after, 'new']);
        const changed = nodes(current).find((block) => JSON.stringify(block).includes('yours'))!;
        expect(revertBlocks({ original, current, keys: [changed.key] })).toBe(
          page([...before, stepperMarkdown, ...after, 'new']),
        );
      }),
      { numRuns: 50 },
    );
  });
});
