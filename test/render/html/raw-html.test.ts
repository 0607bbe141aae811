import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { withinBounds } from '../../support/cost.js';
import { htmlViolations } from './allowed.js';
import { markdownWith } from './hostile-texts.js';
import { referenceResolver } from './nodes.js';
import { hostileAddresses, xssVectors } from './xss-vectors.js';

/** Returns the HTML of a page for readers, without the links from headings to themselves. */
const published = (markdown: string): string =>
  fillText(renderText(documentFromMarkdown(markdown, { forReaders: true }) as DocumentNode), referenceResolver).replace(
    / <a class="heading-link".*?<\/a>/g,
    '',
  );

describe('raw HTML on a published page', () => {
  it.each([
    ['centered text', '<div align="center">\n\n# A\n\n</div>', '<div class="center"><h2 id="a">A</h2></div>'],
    ['a div without an alignment', '<div class="x">\n\nA\n\n</div>', '<p>A</p>'],
    [
      'a table with spanning cells',
      '<table><tr><td colspan="2">a</td></tr></table>',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td colspan="2">a</td></tr></tbody></table></div>',
    ],
    [
      'Markdown in a cell',
      '<table><tr><td>\n\n**a**\n\n</td></tr></table>',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td><p><strong>a</strong></p></td></tr></tbody></table></div>',
    ],
    [
      'a list',
      '<ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul>',
      '<ul><li><p>a</p></li><li><p>b</p><ol start="3"><li><p>c</p></li></ol></li></ul>',
    ],
    [
      'an iframe of another site',
      '<iframe src="https://a.test/x"></iframe>\n\nb',
      '<p><a href="https://a.test/x" rel="noopener noreferrer">https://a.test/x</a></p><p>b</p>',
    ],
    ['a script', 'a\n\n<script>\nalert(1)\n</script>\n\nb', '<p>a</p><p>b</p>'],
    ['a script of another site', 'a\n\n<script src="https://a.test/x.js"></script>\n\nb', '<p>a</p><p>b</p>'],
    ['an element that is not closed', '<textarea>\n\na', '<p>a</p>'],
    ['an unknown element on its own line', '<Tabs>\n\na\n\n</Tabs>', '<p>a</p>'],
    ['an unknown inline element', 'a <Badge>b</Badge> c', '<p>a b c</p>'],
    [
      'a generic type, which is text',
      'Of `Vec`, Vec<T> is one',
      '<p>Of <code>Vec</code>, Vec<code>&lt;T&gt;</code> is one</p>',
    ],
    ['inline elements', 'a <u>b</u> <abbr title="c">d</abbr>', '<p>a <u>b</u> <abbr title="c">d</abbr></p>'],
    [
      'a line break in a cell',
      '| A |\n| - |\n| b<br>c |',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>b<br>c</td></tr></tbody></table></div>',
    ],
    ['a heading with an id', '<h2 id="x">A</h2>', '<h3 id="x">A</h3>'],
    ['an inline style', '<p style="color:red;text-align:center">a</p>', '<p class="center">a</p>'],
    ['a definition list', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    [
      'an open expandable',
      '<details open><summary>A</summary>\n\n<div>\n\nb\n\n</div>\n\n</details>',
      '<details class="expandable" open><summary>A</summary><div><p>b</p></div></details>',
    ],
  ])('is rendered: %s', (_, markdown, html) => {
    expect(published(markdown)).toBe(html);
  });

  it.each([
    ['inline', 'Write {% if customer.is_vip %} here.', '<p>Write <code>{% if customer.is_vip %}</code> here.</p>'],
    ['on its own line', 'a\n{% version 2 %}\nb', '<p>a b</p>'],
    ['escaped by its author', '\\{% hint %}', '<p><code>{% hint %}</code></p>'],
  ])('shows an unknown tag as code only if it is part of a line: %s', (_, markdown, html) => {
    expect(published(markdown).replaceAll('\n', '')).toBe(html);
  });

  it('has prefixed ids, and links of the page still reach them', () => {
    const html = published('[go](#x)\n\n<a id="x"></a>There.\n\n[top](#t)\n\n## <a id="t"></a>T');
    expect(html).toContain('<a href="#user-content-x">go</a>');
    expect(html).toContain('<span id="user-content-x"></span>There.');
    expect(html).toContain('<a href="#t">top</a>');
    expect(html).toContain('id="t"');
  });

  it.each([
    ['<div>', 'boxes'],
    ['<b>', 'marks'],
    ['<table><tr><td>', 'tables'],
    ['<script', 'scripts without an end'],
    ['<iframe src=', 'frames without an end'],
    ['<a id=', 'ids without an end'],
    ['{% hint style="info" %}\n', 'hints'],
    ['<details>\n\n', 'expandables'],
    ['{% x ', 'tags without an end'],
  ])('is rendered in time proportional to its length: many %s', async (piece) => {
    const page = piece.repeat(Math.floor(100_000 / piece.length));
    await withinBounds({ cpu: 4 }, () => expect(published(`${page}\n\nend`)).toBeTypeOf('string'));
  });

  it('runs no hostile code, as a block, inline or in a cell', () => {
    const pages = xssVectors.flatMap((vector) => [
      vector,
      `a ${vector} b`,
      `| a |\n| - |\n| ${vector} |`,
      `<div>\n\n${vector}\n\n</div>`,
    ]);
    const faulty = pages
      .map((page) => [page, htmlViolations(published(page))] as const)
      .filter(([, faults]) => faults.length > 0);
    expect(faulty).toEqual([]);
  });
});

it.each(['</0>', '<!--0-->', '<?0>', '<!0>', '<<!-- -->!--0-->', "<a b'></0>'>", '<!--x0-->', "<a b'></x0>'>"])(
  'a block is written once if the source of the page contains %s',
  (written) => {
    expect(published(`Once.\n\n<div>${written}</div>\n`).match(/Once/g)).toHaveLength(1);
  },
);

it('a page has only allowed HTML, whatever HTML its author writes', () => {
  const pages = [...xssVectors, ...hostileAddresses].map(markdownWith);
  for (const page of pages) expect(htmlViolations(published(page))).toEqual([]);
});
