import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { type DocumentNode, plainText } from '../../../../src/engine/text/document/node-shape.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

const nodes = (markdown: string) => documentFromMarkdown(markdown).nodes as DocumentNode[];

/** Returns each block as its type, its data and its text. */
const sketch = (blocks: readonly DocumentNode[] = []): unknown[] =>
  blocks.map(({ type, data, nodes: inner, fragments }) => [type, data, plainText(inner) || plainText(fragments)]);

describe('the parser ignores', () => {
  it.each([
    [
      'an unknown attribute of a tag',
      '{% hint style="warning" icon="bolt" %}\na\n{% endhint %}',
      ['hint', { style: 'warning' }, 'a'],
    ],
    ['an unknown style of a hint', '{% hint style="x" %}\na\n{% endhint %}', ['hint', { style: 'info' }, 'a']],
    ['missing quotes of a value', '{% hint style=danger %}\na\n{% endhint %}', ['hint', { style: 'danger' }, 'a']],
    [
      'an unknown overflow of code',
      '{% code overflow="x" title="b" %}\n```\na\n```\n{% endcode %}',
      ['code', { title: 'b' }, 'a'],
    ],
    [
      'unknown attributes of an image',
      '<figure class="x"><img src="a" alt="" data-x="1"></figure>',
      ['images', {}, ''],
    ],
    ['classes of a block of code', '<pre class="x"><code>a</code></pre>', ['code', {}, 'a']],
  ])('%s', (_, markdown, expected) => {
    expect(sketch(nodes(markdown))).toEqual([expected]);
  });

  it.each([
    ['an id', '<kbd id="a">b</kbd>', 'b'],
    ['an unknown color', '<mark style="color:pink;">a</mark>', 'a'],
    ['a class', '<a href="b" class="button big">a</a>', 'a'],
    ['the name of an icon', '<i class="fa-a">:b c:</i>', ':b c:'],
  ])('%s of an element within text', (_, markdown, text) => {
    expect(plainText(nodes(markdown))).toBe(text);
  });

  it('the width of an image within text, because it has none in a document', () => {
    const [paragraph] = nodes('a <img src="b" width="10">');
    expect(paragraph!.nodes![1]).toMatchObject({ type: 'inline-image', data: { ref: { kind: 'url', url: 'b' } } });
    expect(paragraph!.nodes![1]!.data).not.toHaveProperty('width');
  });
});

describe('a tag on the line below HTML', () => {
  it.each([
    ['{% hint style="info" %}\n<div>a</div>\n{% endhint %}', ['hint']],
    ['* {% hint style="info" %}\n  <div>a</div>\n  {% endhint %}', ['list-unordered']],
    ['> <div>a</div>\n> {% embed url="b" %}\n', ['blockquote']],
    ['<div>\n{% embed url="a" %}', ['paragraph', 'embed']],
    ['<div>\n{% unknown %}', ['paragraph']],
    ['<!--\n{% embed url="a" %}\n-->', ['paragraph']],
    ['<pre>\n{% embed url="a" %}\n</pre>', ['code']],
  ])('ends the HTML, unless the HTML has an end of its own: %j', (markdown, types) => {
    expect(nodes(markdown).map(({ type }) => type)).toEqual(types);
  });
});

describe('an expandable', () => {
  const expandable = (title: string, body: string) => ['expandable', {}, title + body];

  it.each([
    ['on lines of their own', '<details>\n\n<summary>A</summary>\n\nb\n\n</details>'],
    ['with the title on the first line', '<details><summary>A</summary>\n\nb\n\n</details>'],
    ['open', '<details open>\n<summary>A</summary>\n\nb\n\n</details>'],
    ['on one line', '<details><summary>A</summary>b</details>'],
    ['with a title on several lines', '<details>\n<summary>\nA\n</summary>\n\nb\n</details>'],
    ['with classes', '<details class="x"><summary class="y">A</summary>\nb\n</details>'],
  ])('is read from tags %s', (_, markdown) => {
    expect(sketch(nodes(markdown))).toEqual([expandable('A', 'b')]);
  });
});

describe('a table of HTML', () => {
  const cells = (markdown: string) => {
    const [table] = nodes(markdown);
    const titles = Object.values((table?.data?.definition ?? {}) as Record<string, { title: string }>).map(
      ({ title }) => title,
    );
    return [
      table?.type,
      titles,
      (table?.fragments ?? []).map(({ nodes: inner }) => inner!.map((block) => plainText([block]))),
    ];
  };

  it.each([
    ['without a head', '<table><tr><td>a</td><td>b</td></tr></table>', ['', ''], [['a'], ['b']]],
    [
      'with its titles in the first row',
      '<table><tbody><tr><th>A</th></tr><tr><td>b</td></tr></tbody></table>',
      ['A'],
      [['b']],
    ],
    [
      'with styles and classes',
      '<table class="x"><thead><tr><th style="color:red">A</th></tr></thead><tbody><tr class="y"><td>b</td></tr></tbody></table>',
      ['A'],
      [['b']],
    ],
    [
      'with several bodies',
      '<table><tr><th>A</th></tr><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>',
      ['A'],
      [['b'], ['c']],
    ],
    ['with comments', '<table><!-- x --><tr><th>A</th></tr><tr><td>b<!-- y --></td></tr></table>', ['A'], [['b']]],
  ])('%s is read as a table', (_, markdown, ...content) => {
    expect(cells(markdown)).toEqual(['table', ...content]);
  });

  it.each([
    ['spanning cells', '<table><tr><td colspan="2">a</td></tr></table>'],
    ['two rows of titles', '<table><thead><tr><th>A</th></tr><tr><th>B</th></tr></thead></table>'],
    ['a caption', '<table><caption>A</caption><tr><td>b</td></tr></table>'],
  ])('with %s is text in a document', (_, markdown) => {
    expect(sketch(nodes(markdown))).toEqual([['paragraph', {}, markdown]]);
  });
});

it.each([
  '<!-- a -->\n\nb\n',
  '<!--\na\n\nb\n-->\n\nc\n',
  '{% columns %}\n\n{% column width="50%" %}\n\na\n\n{% endcolumn %}\n\n{% endcolumns %}\n',
])('comments and tags without a block type are written back unchanged: %j', (markdown) => {
  expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
});
