import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { withinBounds } from '../../../support/cost.js';
import { isSoak } from '../../../support/properties.js';
import { normalForm } from './normal-form.js';

/** Seconds of CPU that any page may take. */
const limit = 2;

const megabyte = 1_000_000;

/** The suite tries a length that is parsed as Markdown and one that is not. SOAK=1 tries more lengths in between. */
const lengths = isSoak ? [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, megabyte] : [5_000, megabyte];
const fill = (pattern: string, length = megabyte) => pattern.repeat(Math.ceil(length / pattern.length));

/** Patterns that are slow to parse when repeated. Each is tried at several lengths, up to a megabyte. */
const shapes: Record<string, string> = {
  'a line of words': 'word ',
  'lines of words': 'word\n',
  paragraphs: 'word\n\n',
  'empty lines': '\n',
  'quotes in quotes': '>',
  'quotes in quotes with spaces': '> ',
  'lists in lists': '- ',
  'ordered lists in lists': '1. ',
  'lists in quotes in lists': '> - ',
  'consecutive quotes': '> a\n\n',
  'quotes of paragraphs': '> a\n>\n',
  'consecutive lists': '- a\n\nb\n\n',
  'alternating lists and quotes': '- a\n> b\n',
  'alternating bullets': '- a\n* a\n',
  'lists of two levels': '- a\n  - b\n',
  'lists of three levels': '- a\n  - b\n    - c\n',
  'items with blank lines': '- a\n\n',
  'items of two paragraphs': '- a\n\n  b\n\n',
  tasks: '- [ ] a\n',
  'headings with underlines': 'a\n=\n',
  'headings with dashes': 'a\n-\n',
  headings: '# a\n',
  dividers: '---\n',
  'fenced code': '```\na\n```\n',
  'indented code': '    a\n\n',
  links: '[a](b) ',
  'links in lines': '[a](b)\n',
  'links in paragraphs': '[a](b)\n\n',
  'unclosed links': '[a](b ',
  'unclosed titles': '[a](b "',
  'unclosed destinations': '[a](<b',
  'open brackets': '[',
  'open images': '![',
  'closed brackets': 'a]',
  'bracket pairs': '[a]',
  'full references': '[a][b] ',
  definitions: '[a]: b\n',
  'unclosed definitions': '[a]: (\n',
  footnotes: '[^a]: b\n',
  'footnote calls': '[^a] ',
  'opening emphasis': '*a ',
  'closing emphasis': 'a* ',
  'alternating emphasis': '*a **a ',
  'both kinds of emphasis': '*a_ ',
  'unmatched emphasis': 'a**b*c ',
  stars: '*',
  'opening strikethrough': '~~a ',
  strikethrough: 'a~~b~~',
  'unclosed code': '`a``b',
  'code spans': '`a` ',
  'unclosed tags': '<a ',
  'unclosed attributes': '<a b="',
  'unclosed comments': 'a <!-- ',
  'unclosed declarations': 'a <!A ',
  'unclosed instructions': 'a <?',
  'unclosed CDATA': 'a <![CDATA[',
  'HTML blocks': '<div>\n\n',
  autolinks: '<a:b> ',
  'unclosed autolinks': '<a:b',
  'addresses of the web': 'www.a.b ',
  'web addresses without end': 'www.',
  'URLs without spaces': 'http://a.b',
  'addresses of mail': 'a@b.c ',
  'mail addresses without end': 'a@',
  'closing parentheses after a URL': ')',
  'character references': '&#35;',
  ampersands: '&',
  backslashes: '\\',
  'hard breaks': 'a  \n',
  'table rows': '|a|b|\n',
  'delimiter rows': '|-|-|\n',
  'one-line tables': '|a|\n|-|\n\n',
  'wide table': '|a',
  'null bytes': '\0',
  'lone surrogates': '\ud800',
  spaces: ' ',
  tabs: '\t',
  'carriage returns': '\r',
  'spaces between words': `a${' '.repeat(500)}`,
  'opened hints': '{% hint style="info" %}\n',
  'closed hints': '{% endhint %}\n',
  'hints with text': '{% hint style="info" %}\na\n{% endhint %}\n',
  'hints in lists': '- {% hint style="info" %}\n',
  'hints in quotes': '> {% hint style="info" %}\n',
  'hints in paragraphs': 'a\n{% hint style="info" %}\n\n',
  'tabs in tabs': '{% tabs %}\n{% tab title="a" %}\n',
  'tabs of tabs': '{% tabs %}\n{% tab %}\n{% endtab %}\n{% endtabs %}\n',
  'lines like tags': 'a\n{% x\n',
  'lines of dollars': '$$x\n',
  'lines like expandables': '<d\n',
  'footnotes in HTML': '<p align="center">a<a data-footnote-ref href="#user-content-fn-1">1</a></p>\n\n',
  'unclosed attributes of tags': '{% hint a="b" c="',
  'attributes of a tag': '{% hint style="info" a="b"',
  'tags on one line': '{% hint %}',
  'embeds without end': '{% embed url="a" %}\n',
  'ends of embeds': '{% embed url="a" %}\nb\n{% endembed %}\n',
  expandables: '<details>\n<summary>a</summary>\n\nb\n</details>\n',
  'opened expandables': '<details>\n',
  summaries: '<summary>a</summary>\n',
  'unclosed formulas': '$$\na\n\n',
  'dollar signs': '$$',
  'lines of dollar signs': '$$\n',
  'formulas in lists': '- $$\n',
  figures: '<figure><img src="a" alt=""><figcaption></figcaption></figure>\n\n',
  'figures on a line': '<figure><img src="a" alt=""><figcaption></figcaption></figure>',
  'opened figures': '<figure>',
  'opened tables of HTML': '<table><tr>',
  'HTML in a cell': '<p align="center">a<b>',
  'attributes of HTML': '<figure a="b" c ',
};

/** Pages that are not one repeated pattern. */
const pages: Record<string, string> = {
  '10,000 quotes on one line': `${'>'.repeat(10_000)} a`,
  '10,000 lists on one line': `${'- '.repeat(10_000)}a`,
  '1,000 lists by indentation': Array.from({ length: 1_000 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
  '100,000 links': '[a](b) '.repeat(100_000),
  '50 quotes deep on many lines': fill(`${'> '.repeat(50)}a\n`, 200_000),
  '99 quotes deep on some lines': fill(`${'> '.repeat(99)}a\n`, 60_000),
  'links in links': `${'['.repeat(3_000)}a${'](b)'.repeat(3_000)}`,
  'emphasis in emphasis': `${'*a **b '.repeat(1_000)}${' b** a*'.repeat(1_000)}`,
  'runs of backticks of every length': Array.from({ length: 1_400 }, (_, index) => `${'`'.repeat(index + 1)}a`).join(
    ' ',
  ),
  'a table of 10,000 rows': `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(10_000)}`,
  'a table of 2,000 columns': `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|b'.repeat(2_000)}|`,
  'a table with short rows': `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b|\n'.repeat(5_000)}`,
  'a table with a long row': `|a|\n|-|\n${'|b|\n'.repeat(2_000)}${'|c'.repeat(2_000)}|`,
  'a quote with lazy lines': `> a\n${'a\n'.repeat(200_000)}`,
  'a fence without end': `\`\`\`\n${'a\n'.repeat(300_000)}`,
  'the same link used often': `[a]: b\n\n${'[a] '.repeat(50_000)}`,
  '266 KB of conditions': fill('{% if true %}\nx\n{% endif %}\n', 266_000),
  '133 KB of conditions': fill('{% if true %}\nx\n{% endif %}\n', 133_000),
  '300 KB of opened tabs': fill('{% tabs %}\n{% tab title="a" %}\n', 300_000),
  '10,000 hints in hints': `${'{% hint style="info" %}\n'.repeat(10_000)}a\n${'{% endhint %}\n'.repeat(10_000)}`,
  '1,000 hints in hints': `${'{% hint style="info" %}\n'.repeat(1_000)}a\n${'{% endhint %}\n'.repeat(1_000)}`,
  '10,000 tabs in tabs': `${'{% tabs %}\n{% tab %}\n'.repeat(10_000)}a\n${'{% endtab %}\n{% endtabs %}\n'.repeat(10_000)}`,
  '1,000 tabs in tabs': `${'{% tabs %}\n{% tab %}\n'.repeat(1_000)}a\n${'{% endtab %}\n{% endtabs %}\n'.repeat(1_000)}`,
  '1,000 expandables in expandables': `${'<details>\n\n'.repeat(1_000)}a\n${'\n</details>\n'.repeat(1_000)}`,
  '100,000 hints': '{% hint %}\n'.repeat(100_000),
  '3,000 tabs of one block': `{% tabs %}\n${'{% tab title="a" %}\nb\n{% endtab %}\n'.repeat(3_000)}{% endtabs %}\n`,
  'a table of HTML of 10,000 rows': `<table><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td>a</td></tr>'.repeat(10_000)}</tbody></table>`,
  'a table of HTML of 2,000 columns': `<table><thead><tr>${'<th>a</th>'.repeat(2_000)}</tr></thead><tbody><tr>${'<td>a</td>'.repeat(2_000)}</tr></tbody></table>`,
  'a megabyte of HTML table': `<table><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td>a</td></tr>'.repeat(50_000)}</tbody></table>`,
  'a megabyte of one attribute': `<figure a="${'b'.repeat(1_000_000)}`,
  'a table of HTML with deep lists': `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>${'<ul><li>'.repeat(5_000)}`,
  'a tag of a megabyte': `{% hint style="${'a'.repeat(1_000_000)}" %}`,
  'a tag of 300,000 spaces': `{% hint${' '.repeat(300_000)}a`,
  'a tag of many attributes': `{% hint${' a="b"'.repeat(60_000)} %}`,
  'a summary of a megabyte': `<summary>${'<b>'.repeat(300_000)}`,
  'a long line of code with marks': `<pre><code>${'<strong>a\n</strong>'.repeat(20_000)}</code></pre>`,
  'many definitions': Array.from({ length: 20_000 }, (_, index) => `[a${index}]: b`).join('\n'),
};

describe('hostile Markdown', () => {
  const cases = Object.entries(shapes).flatMap(([name, pattern]) =>
    lengths.map((length) => [`${name}, ${length} characters`, fill(pattern, length)] as const),
  );

  it.each([...cases, ...Object.entries(pages)])(`is read within ${limit} s: %s`, async (_, markdown) => {
    const document = await withinBounds({ cpu: limit }, () => documentFromMarkdown(markdown));
    expect(document.object).toBe('document');
  });

  it.each([
    ['beyond the budget', fill('word ')],
    ['of many lines', fill('a\n')],
    ['nested too deeply', `${'>'.repeat(10_000)} a\n`],
    [
      'nested too deeply by indentation',
      Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ],
    ['with fences and beyond the budget', fill('```\n````\n`')],
  ])('becomes one code block that contains its text, and survives a round trip: a page %s', (_, markdown) => {
    const document = documentFromMarkdown(markdown);
    expect(document.nodes.map((block) => [block.type, block.data])).toEqual([['code', { syntax: 'markdown' }]]);
    expect(normalForm(document)).toMatchObject([{ text: markdown.replace(/\n$/, '') }]);
    const written = markdownFromDocument(document);
    expect(normalForm(documentFromMarkdown(written))).toEqual(normalForm(document));
    expect(markdownFromDocument(documentFromMarkdown(written))).toBe(written);
  });

  it('is parsed up to 100 levels deep, and is one code block beyond', () => {
    const typeAt = (levels: number) => documentFromMarkdown(`${'> '.repeat(levels)}a\n`).nodes[0]!.type;
    const deepest = Array.from({ length: 150 }, (_, index) => index + 1).filter((levels) => typeAt(levels) !== 'code');
    expect(deepest.at(-1)).toBe(deepest.length);
    // The page, a paragraph and its text count as three nesting levels.
    expect(deepest).toHaveLength(100 - 3);
  });

  it.each([
    ['null bytes become U+FFFD, as CommonMark says', 'a\0b', 'a\uFFFDb'],
    ['lone surrogates are retained', 'a\uD800b', 'a\uD800b'],
    ['a byte-order mark is not text', '\uFEFFa', 'a'],
    ['line endings of any kind are one space', 'a\r\nb\rc', 'a b c'],
  ])('is text: %s', (_, markdown, text) => {
    expect(documentFromMarkdown(markdown).nodes).toMatchObject([
      { type: 'paragraph', nodes: [{ leaves: [{ text, marks: [] }] }] },
    ]);
  });
});
