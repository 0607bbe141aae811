import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { contractSchema, withoutContract } from './contract-schema.js';
import { annotation, document, inline, leaf, mark, note, paragraph, textNode, url } from './inline-builders.js';

/** Returns the inlines of a page with one paragraph. */
const nodesOf = (markdown: string) => documentFromMarkdown(markdown).nodes.flatMap((block) => block.nodes);

/** For each kind of inline and mark: its Markdown and its nodes, which tests read and write. */
const kinds: [kind: string, markdown: string, ...nodes: object[]][] = [
  [
    'expression',
    '<code class="expression">space.vars.name</code>',
    inline('expression', { expression: 'space.vars.name' }),
  ],
  [
    'expression with characters that Markdown escapes',
    '<code class="expression">a\\*b\\*c || "\\<b>"</code>',
    inline('expression', { expression: 'a*b*c || "<b>"' }),
  ],
  ['inline-math', '$$\\frac{a_1}{b} * c$$', inline('inline-math', { formula: '\\frac{a_1}{b} * c' })],
  ['emoji', ':rocket:', inline('emoji', { code: 'rocket' })],
  ['emoji by its code points', ':1f468-200d-1f469:', inline('emoji', { code: '1f468-200d-1f469' })],
  ['icon', '<i class="fa-github">:github:</i>', inline('icon', { icon: 'github' })],
  [
    'icon with a color',
    '<i class="fa-github" style="color:$primary;">:github:</i>',
    inline('icon', { icon: 'github', color: '$primary' }),
  ],
  [
    'button',
    '<a href="https://a.b/?c=1&#x26;d=2" class="button primary" data-icon="gear">Get \\*started\\*</a>',
    inline('button', { label: 'Get *started*', kind: 'primary', icon: 'gear', ref: url('https://a.b/?c=1&d=2') }),
  ],
  ['mention', '[a.md](../b/a.md "mention")', inline('mention', { ref: url('../b/a.md') })],
  ['mention of an anchor', '[#c](a.md#c "mention")', inline('mention', { ref: url('a.md#c') })],
  [
    'broken mention',
    '[broken-reference](broken-reference "mention")',
    inline('mention', { ref: url('broken-reference') }),
  ],
  [
    'inline-image with a size',
    '<img src="a.png" alt="&#x22;A&#x22;" data-size="line">',
    inline('inline-image', { ref: url('a.png'), alt: '"A"', size: 'line' }),
  ],
  [
    'inline-image with an image for dark mode',
    '<picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt=""></picture>',
    inline('inline-image', { ref: url('a.png'), refDark: url('dark.png') }),
  ],
  ['keyboard', '<kbd>a</kbd>', textNode('a', mark('keyboard'))],
  ['subscript', '<sub>a</sub>', textNode('a', mark('subscript'))],
  ['superscript', '<sup>a</sup>', textNode('a', mark('superscript'))],
  [
    'color of the text',
    '<mark style="color:red;">a</mark>',
    textNode('a', mark('color', { text: 'red', background: 'default' })),
  ],
  [
    'color of text and background',
    '<mark style="color:$danger;background-color:yellow;">a</mark>',
    textNode('a', mark('color', { text: '$danger', background: 'yellow' })),
  ],
  ['color without a value', '<mark>a</mark>', textNode('a', mark('color', { text: 'default', background: 'default' }))],
  [
    'marks of all kinds on one text',
    '<mark style="color:red;"><kbd><sub><sup>**_~~`a`~~_**</sup></sub></kbd></mark>',
    textNode(
      'a',
      ...['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'subscript', 'superscript'].map((type) => mark(type)),
      mark('color', { text: 'red', background: 'default' }),
    ),
  ],
];

describe('an inline or mark of the document', () => {
  it.each(kinds)('is read from Markdown as GitBook writes it: %s', (_, markdown, ...nodes) => {
    const read = nodesOf(`see ${markdown} here`);
    expect(read).toEqual(joined([textNode('see '), ...nodes, textNode(' here')]));
  });

  it.each(kinds)('is written as GitBook does: %s', (_, markdown, ...nodes) => {
    expect(markdownFromDocument(document(textNode('see '), ...nodes, textNode(' here')))).toBe(
      `see ${markdown} here\n`,
    );
  });

  it.skipIf(withoutContract)('matches the contract for every kind', () => {
    const validate = contractSchema('JSONDocument');
    for (const [kind, markdown] of kinds) {
      const read = documentFromMarkdown(`see ${markdown} here`);
      expect({ kind, valid: validate(read), errors: validate.errors }).toEqual({ kind, valid: true, errors: null });
    }
  });
});

describe('an annotation', () => {
  const body = { ...paragraph(textNode('Note')), key: expect.any(String) };

  it.each([
    ['the word before the footnote', 'some words[^1] on', textNode('some '), [textNode('words')]],
    ['a word with a mark', 'some **words**[^1] on', textNode('some '), [textNode('words', mark('bold'))]],
    ['the text of a span', 'some <span>more words</span>[^1] on', textNode('some '), [textNode('more words')]],
    ['nothing after punctuation', 'some.[^1] on', textNode('some.'), []],
  ])('is on %s, and is written back unchanged', (...[, line, before, text]) => {
    const markdown = `${line}\n\n[^1]: Note\n`;
    expect(nodesOf(markdown)).toEqual([before, annotation(text, note(body)), textNode(' on')]);
    expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
  });

  it('has footnotes that are numbered in reading order, including nested ones, whatever their labels are', () => {
    const markdown = 'a[^x] b[^y]\n\n[^y]: Y\n\n[^x]: X[^z]\n\n    * list\n\n[^z]: Z\n';
    expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(
      'a[^1] b[^3]\n\n[^1]: X[^2]\n\n    * list\n\n[^2]: Z\n\n[^3]: Y\n',
    );
  });

  it.each([
    ['without a definition', 'a[^1]', ['a[^1]']],
    ['that refers to itself', 'a\n\n[^1]: b[^1]', ['a', '[^1]: b[^1]']],
    ['in a link', '[a[^1]](b)\n\n[^1]: c', ['a[^1]', '[^1]: c']],
    ['in the title of a column', '| a[^1] |\n| - |\n\n[^1]: c', ['a[^1]', '[^1]: c']],
  ])('is not read from a footnote %s, which stays text', (_, markdown, texts) => {
    const text = JSON.stringify(documentFromMarkdown(markdown));
    for (const part of texts) expect(text).toContain(JSON.stringify(part).slice(1, -1));
    expect(text).not.toContain('"annotation"');
  });
});

describe('Markdown and HTML without an inline in the contract', () => {
  it.each([
    ['a dollar', 'from $5 to $6'],
    ['a formula in single dollars', '$x$'],
    ['double dollars without end', '$$x'],
    ['a path', 'std::fs::read'],
    ['a time', '12:30:45'],
    ['colons around spaces', ': a :'],
    ['a literal emoji', '🚀'],
    ['a tag without end', 'a <kbd>b'],
    ['a tag without start', 'a</kbd> b'],
    ['an unknown tag', '<u>a</u>'],
  ])('stay text as written: %s', (_, markdown) => {
    const text = nodesOf(markdown).map((node) =>
      node && 'leaves' in node ? node.leaves.map((one) => one.text) : node,
    );
    expect(text.flat().join('')).toBe(markdown);
  });

  it.each([
    ['a formula', '\\$\\$x\\$\\$', '$$x$$'],
    ['an emoji', '\\:rocket:', ':rocket:'],
    ['a tag', '\\<kbd>a\\</kbd>', '<kbd>a</kbd>'],
  ])('are text if they have a backslash, and are written with it: %s', (_, markdown, text) => {
    expect(nodesOf(markdown)).toEqual([textNode(text)]);
    expect(markdownFromDocument(document(textNode(text)))).toBe(`${markdown}\n`);
  });

  it('include a tag that another pair overlaps', () => {
    expect(nodesOf('<sub>a<kbd>b</sub>c</kbd>')).toEqual([
      { object: 'text', leaves: [leaf('a<kbd>b', mark('subscript')), leaf('c</kbd>')] },
    ]);
  });

  it('do not include HTML that Markdown can express, which is written as Markdown', () => {
    const html =
      '<strong>a</strong><em>b</em><del>c</del><code>d</code><br><a href="e">f</a> <a data-mention href="g.md">g.md</a>';
    expect(markdownFromDocument(documentFromMarkdown(html))).toBe(
      '**a**_b_~~c~~`d`\\\n[f](e) [g.md](g.md "mention")\n',
    );
  });
});

it.each(['7:rocket:', ':rocket:', '::rocket:', 'a7:rocket:', ':rocket:7'])(
  'the text %s between two bold texts is written with character references, and read as the same text',
  (text) => {
    const bold = leaf('*', mark('bold'));
    const written = markdownFromDocument(document({ object: 'text', leaves: [bold, leaf(text), bold] }) as never);
    expect(documentFromMarkdown(written).nodes[0]!.nodes).toEqual([
      { object: 'text', leaves: [bold, leaf(text), bold] },
    ]);
  },
);

/** Merges adjacent text nodes, as in a document that was read. */
function joined(nodes: readonly { leaves?: object[] }[]): object[] {
  const all: { leaves?: object[] }[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (last?.leaves && node.leaves) all[all.length - 1] = { ...last, leaves: [...last.leaves, ...node.leaves] };
    else all.push(node);
  }
  return all;
}
