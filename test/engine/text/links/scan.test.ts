import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../src/engine/text/links/address.js';
import { scanMarkdown } from '../../../../src/engine/text/links/scan.js';
import { splitFrontMatter } from '../../../../src/engine/text/markdown/front-matter.js';
import { findLinks } from '../../../../src/engine/tree/links/links.js';
import { withinBounds } from '../../../support/cost.js';
import { corpora, corpusFiles, corpusSkipSuffix } from '../../corpora.js';

describe('the scan for links', () => {
  const parser = unified().use(remarkParse).use(remarkGfm);

  /** Returns the destinations that remark finds, except autolinks. */
  function remarkDestinations(body: string): string[] {
    const urls: string[] = [];
    const visit = (node: Nodes) => {
      const isLink = node.type === 'link' && body[node.position?.start.offset ?? -1] === '[';
      if (isLink || node.type === 'image' || node.type === 'definition') urls.push(node.url);
      if ('children' in node) node.children.forEach(visit);
    };
    visit(parser.parse(body));
    return urls.sort();
  }

  /** Returns the destinations that the scan finds in Markdown itself. A destination in quotes belongs to a tag. */
  function scanDestinations(text: string, from: number): string[] {
    const inMarkdown = scanMarkdown(text, from).destinations.filter(([start]) => !/["']/.test(text[start - 1] ?? ''));
    return inMarkdown.map(([start, end]) => readAddress(text.slice(start, end))).sort();
  }

  it.skipIf(corpora === null)(
    `agrees with remark on the corpora, for every fourth page of the large ones${corpusSkipSuffix}`,
    () => {
      for (const name of [
        'small-laravel-translatable',
        'mdbook-rust-by-example',
        'medium-elsa',
        'large-rocketchat-dev',
      ]) {
        const pages = corpusFiles(name).filter((path) => path.endsWith('.md'));
        // The scan agrees with remark on all pages, but remark would take ten seconds for all of them.
        const step = pages.length > 100 ? 4 : 1;
        for (const file of pages.filter((_, index) => index % step === 0)) {
          const text = readFileSync(join(corpora!, name, file), 'utf8');
          const { bodyStart, body } = splitFrontMatter(text);
          expect(scanDestinations(text, bodyStart), file).toEqual(remarkDestinations(body));
        }
      }
    },
  );

  /**
   * Text on which remark differs from the reference implementation of CommonMark; the scan agrees with the latter.
   * - To remark, an empty item within an item or quote that ends a paragraph is text.
   * - To remark, the text below an empty item after indented code is text.
   * - To remark, `===` below an empty item is not a paragraph.
   */
  const remarkDeviations = [
    /[-*>.][ \t]+\*[ \t]*$/m,
    /^(?: {4}| {0,3}\t).*\n[ \t>\n]*(?:[-*]|1\.)[ \t]*$/m,
    /^[ \t>]*(?:[-*]|1\.)[ \t]*\n[ \t>]*===/m,
  ];

  it.each([
    ['a paragraph, then an empty item in an item', '[x](b.md)\n- *\n[a]: d.md "t"\n', ['b.md', 'd.md']],
    ['the same, ordered', '[x](b.md)\n1. *\n    [a]: d.md "t"\n', ['b.md', 'd.md']],
    ['an empty item after indented code', '\t[x](b.md)\n1. \n  [a]: d.md "t"\n', ['d.md']],
    ['`===` below an empty item', '- \n===\n[a]: d.md "t"\n', []],
  ])('agrees with the reference implementation if remark differs: %s', (_, text, destinations) => {
    expect(scanDestinations(text, 0)).toEqual(destinations);
  });

  it('agrees with remark on generated Markdown', () => {
    // Excludes text on which remark and the reference implementation of CommonMark differ, and tables. The corpora
    // cover the cells of tables.
    const pieces = fc.constantFrom(
      ...[
        '[a](b.md)',
        '![i](c.png)',
        '[a]: d.md "t"\n',
        '[a]',
        '[x][a]',
        '`',
        '``',
        '[',
        ']',
        '(',
        ')',
        '!',
        '\\',
        '*',
        '\n',
        '\n\n',
        '\n- ',
        '\n  ',
        '\n    ',
        '\n> ',
      ],
      ...[
        '\n1. ',
        '\n```\n',
        '\n# ',
        '\n---\n',
        ' ',
        'text',
        'x<b>',
        '<!-- c -->',
        '\n<div>\n',
        '</div>',
        '"t"',
        'x<y.md>',
        '\t',
        '\n===\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
        const text = all.join('');
        fc.pre(!remarkDeviations.some((form) => form.test(text)));
        expect(scanDestinations(text, 0)).toEqual(remarkDestinations(text));
      }),
      { numRuns: 1500 },
    );
  });

  const n = 100_000;
  it.each([
    ['links in a line', '[a](b.md) '.repeat(n)],
    ['links in lines', '[a](b.md)\n'.repeat(n)],
    ['references', `${'[a][b] '.repeat(n)}\n\n[b]: c.md`],
    ['definitions', Array.from({ length: n / 2 }, (_, index) => `[${index}]: c.md`).join('\n')],
    ['open brackets', '['.repeat(1_000_000)],
    ['nested brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['brackets around links', `${'[a '.repeat(n)}[x](y.md)${'](b.md)'.repeat(n)}`],
    ['half links', '[a](b '.repeat(n)],
    ['open parentheses', '[a]('.repeat(n * 2)],
    ['half titles', '[a](b "'.repeat(n)],
    ['quotes', `${'>'.repeat(1_000_000)}a`],
    ['nested lists', Array.from({ length: 1400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['markers in a line', '- '.repeat(500_000)],
    ['one line', 'a'.repeat(1_000_000)],
    ['emphasis', '*a '.repeat(n * 3)],
    ['backtick runs', Array.from({ length: 1400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['open tags', '<a href="'.repeat(n)],
    ['open comments', '<!-- > '.repeat(n)],
    ['attributes', `<a ${'b="<a >" '.repeat(n)}`],
    ['half blocks', '{% file src="'.repeat(70_000)],
    ['half blocks with one end', `${'{% file src="'.repeat(70_000)}%}`],
    ['cells', `|a|\n|-|\n${'|'.repeat(900_000)}`],
    ['half tables', '|-\n'.repeat(n * 3)],
    ['white space', ' '.repeat(1_000_000)],
    ['headings', '# a #\n'.repeat(n)],
    ['hashes', `# ${'# '.repeat(500_000)}a`],
    ['dashes', `${'- '.repeat(400_000)}a\n`],
    ['entities', '[a](&amp;) '.repeat(90_000)],
  ])('takes less than two seconds of CPU for a megabyte of %s', async (_, text) => {
    await withinBounds({ cpu: 2 }, () => findLinks(text));
  });
});
