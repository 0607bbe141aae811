import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { segmentOfTitle, segmentsOf } from '../../../src/engine/translation/segments.js';

function texts(markdown: string): string[] {
  return segmentsOf(markdown).map(({ text }) => text);
}

describe('the segments of a page', () => {
  it.each([
    ['paragraphs and headings', '# One\n\nTwo\nlines\n', ['One', 'Two lines']],
    ['items of lists', '- one\n- [ ] two\n  - three\n', ['one', 'two', 'three']],
    ['lines of quotes', '> one\n> two\n', ['one two']],
    ['cells', '| a | `b` |\n| - | - |\n| c \\| d | 1 |\n', ['a', 'c | d']],
    ['titles of tabs', '{% tabs %}\n{% tab title="A &amp; B" %}\nc\n{% endtab %}\n{% endtabs %}\n', ['A & B', 'c']],
    ['summaries', '<details>\n\n<summary>a <b>b</b></summary>\n\nc\n\n</details>\n', ['a <x0>b</x0>', 'c']],
    ['texts of images and captions', '![an image](a.png "its caption")\n', ['an image', 'its caption']],
    ['images before the text that contains them', 'See ![an image](a.png) here\n', ['an image', 'See <x0/> here']],
    ['figures', '<figure><img src="a.png" alt="a"><figcaption><p>b</p></figcaption></figure>\n', ['a', 'b']],
    ['captions of embeds', '{% embed url="https://a.b" %}\nCaption\n{% endembed %}\n', ['Caption']],
    ['notes', 'a[^1]\n\n[^1]: note\n', ['a<x0/>', 'note']],
    ['aligned headings', '<h2 align="center">Title</h2>\n', ['Title']],
    ['fields of the front matter', '---\ntitle: T\ndescription: D\nicon: gear\n---\nx\n', ['T', 'D', 'x']],
    [
      'cells of cards, but not their targets',
      '<table data-view="cards"><thead><tr><th>A</th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>b<br>c</td><td><a href="d.md">d.md</a></td></tr></tbody></table>\n',
      ['A', 'b<x0/>c'],
    ],
  ])('are %s', (_, markdown, expected) => {
    expect(texts(markdown)).toEqual(expected);
  });

  it.each([
    ['code', '```js\nconst text = 1;\n```\n\n    code\n'],
    ['formulas', '$$\nx^2\n$$\n\n$$a$$\n'],
    ['numbers and URLs', '12.5\n\nhttps://example.org/a\n\n<me@example.org>\n\n`code`\n'],
    ['references', '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n'],
    ['specifications', '{% openapi src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}\n'],
    ['definitions', '[a]: b.md "title"\n'],
    ['other HTML', '<div class="x">text</div>\n\n<!-- comment -->\n'],
    ['conditions and expressions', '{% if a.b %}\n\n{{ a_b * c_d * e }}\n\n<code class="expression">a.b</code>\n'],
    ['emoji and icons', ':rocket: <i class="fa-gear">:gear:</i>\n'],
    ['texts that read as numbered tags', 'a \\<x0/> b\n'],
    ['mentions', '[text](a.md "mention")\n'],
  ])('are not %s', (_, markdown) => {
    expect(texts(markdown)).toEqual([]);
  });

  it.each([
    ['marks', '**a** _b_ ~~c~~', '<x0>a</x0> <x1>b</x1> <x2>c</x2>'],
    ['links', '[a **b**](c.md) [d] [e][d]\n\n[d]: f', '<x0>a <x1>b</x1></x0> <x2>d</x2> <x3>e</x3>'],
    ['code', 'a `b` **`c`**', 'a <x0/> <x1/>'],
    ['HTML', 'a<br>b <mark style="color:red;">c</mark> <kbd>d</kbd>', 'a<x0/>b <x1>c</x1> <x2/>'],
    ['line breaks', 'a\\\nb', 'a<x0/>b'],
    ['buttons', '<a href="a" class="button primary">Go</a>', '<x0>Go</x0>'],
    ['expressions that contain Markdown characters', 'a {{ b * c * d }} e', 'a <x0/> e'],
  ])('have numbered tags for %s', (_, markdown, expected) => {
    const [first] = texts(`words ${markdown}`);
    expect(first).toBe(`words ${expected}`);
  });

  it('contain the key of their block', () => {
    const markdown = 'a\n\n- b\n\n  c\n\na\n\n| d |\n| - |\n| e |\n';
    const keys = JSON.stringify(documentFromMarkdown(markdown)).matchAll(/"key":"([^"]*)"/g);
    const known = new Set(Array.from(keys, ([, key]) => key));
    const segments = segmentsOf(markdown);
    expect(segments.filter(({ block }) => !known.has(block))).toEqual([]);
    expect(segments.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'a', 'd', 'e']);
    expect(new Set(segments.map(({ block }) => block)).size).toBe(6);
  });

  it('have the same hash if their texts are equal', () => {
    const [one, other] = segmentsOf('# Words\n\nWords\n');
    expect(one!.hash).toBe(other!.hash);
    expect(segmentOfTitle('Words')!.hash).toBe(one!.hash);
  });

  it('have the same hash if line breaks move', () => {
    expect(texts('> one\n> two')).toEqual(texts('one two'));
  });

  it('do not exist for a title without letters', () => {
    expect(segmentOfTitle('1.2.3')).toBeUndefined();
  });

  it('are only those of the front matter if a page is too expensive to parse', () => {
    expect(texts(`---\ndescription: d\n---\n${'> '.repeat(200)}x`)).toEqual(['d']);
  });
});
