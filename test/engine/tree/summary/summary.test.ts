import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../src/engine/base/types.js';
import { oneLine } from '../../../../src/engine/text/markdown/plain-text.js';
import { parseSummary, type SummaryEntry } from '../../../../src/engine/tree/summary/summary.js';
import { writeSummary } from '../../../../src/engine/tree/summary/write.js';
import { holdsBounds, withinBounds } from '../../../support/cost.js';

const parse = (text: string) => parseSummary({ text, file: 'SUMMARY.md' });

/** Formats entries as short text: titles with their targets, children in brackets. */
const sketch = (entries: SummaryEntry[]): string => entries.map(sketchOf).join(' ');
const sketchOf = (entry: SummaryEntry): string => {
  if (entry.kind === 'url') return `${entry.title}${linkTitleSketch(entry)}=${entry.url}`;
  const below = entry.children.length > 0 ? `[${sketch(entry.children)}]` : '';
  return entry.kind === 'group'
    ? `#${entry.title}${below}`
    : `${entry.title}${linkTitleSketch(entry)}=${entry.file}${below}`;
};
const linkTitleSketch = ({ linkTitle }: { linkTitle?: string }) => (linkTitle ? `(${oneLine(linkTitle)})` : '');

describe('a table of contents', () => {
  it.each([
    [
      'nested lists of any bullet and indentation',
      '* [A](a.md)\n  - [B](b.md)\n      + [C](c.md)\n- [D](d.md)\n',
      'A=a.md[B=b.md[C=c.md]] D=d.md',
    ],
    [
      'entries without a bullet',
      '# Summary\n\n[Intro](index.md)\n\n- [A](a.md)\n\n[End](end.md)\n[Last](last.md)',
      'Intro=index.md A=a.md End=end.md Last=last.md',
    ],
    [
      'headings as groups',
      '# T\n\n* [A](a.md)\n\n## One\n\n* [B](b.md)\n\n# Two\n\n* [C](c.md)',
      'A=a.md #One[B=b.md] #Two[C=c.md]',
    ],
    ['a rule as the end of a group', '# T\n\n## One\n\n* [B](b.md)\n\n***\n\n* [C](c.md)', '#One[B=b.md] C=c.md'],
    ['suffix chapters outside the groups', '# T\n\n# Part\n\n- [B](b.md)\n\n[C](c.md)', '#Part[B=b.md] C=c.md'],
    [
      'external links as links',
      '* [A](https://a.b/c?d)\n* [M](mailto:a@b.c)\n  * [B](b.md)',
      'A=https://a.b/c?d M=mailto:a@b.c B=b.md',
    ],
    ['drafts as nothing', '* [Later]()\n  * [B](b.md)\n* Only text\n* [C](c.md)', 'B=b.md C=c.md'],
    [
      'targets with spaces, escapes and titles',
      '* [A](<a b (1).md>)\n* [B](b%20c.md)\n* [C](code\\_of.md "mention")\n* [D](./d/../e.md)',
      'A=a b (1).md B=b c.md C(mention)=code_of.md D=e.md',
    ],
    ['the plain text of titles', '* [`From` and **Into** \\_x\\_ &amp; y](a.md)', 'From and Into _x_ & y=a.md'],
    ['entries in emphasis', '* **[A](a.md)**\n* *see [B](b.md)*', 'A=a.md B=b.md'],
    ['entries by reference', '* [A]\n* [B][b]\n\n[a]: a.md "LA"\n[b]: b.md', 'A(LA)=a.md B=b.md'],
    ['a byte-order mark and CRLF', '\uFEFF# T\r\n\r\n* [A](a.md)\r\n  * [B](b.md)\r\n', 'A=a.md[B=b.md]'],
    ['nothing', '', ''],
  ])('reads %s', (_, text, expected) => {
    expect(sketch(parse(text))).toBe(expected);
  });

  it.each([
    ['a line too long', `* [${'a'.repeat(5000)}](a.md)`, /line 1 must have at most 2000 characters/],
    ['brackets without end', `${'['.repeat(1999)}\n`.repeat(500), /must have at most 100000 marks/],
    ['nesting too deep', `${' '.repeat(300)}* [A](a.md)`, /line 1 must be indented by at most 100 columns \(got 300/],
  ])('refuses %s, and names the limit', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('reads hostile text within two seconds of CPU', async () => {
    // The cost of the parser is quadratic for some of these texts. The full sizes run only if the time limits are
    // enforced.
    const size = holdsBounds ? 1 : 1 / 4;
    const entries = Array.from({ length: 6000 * size }, (_, index) => `* [Page ${index}](pages/page-${index}.md)`).join(
      '\n',
    );
    const nested = Array.from(
      { length: 3000 * size },
      (_, index) => `${' '.repeat((index % 30) * 2)}* [P](p${index}.md)`,
    ).join('\n');
    const brackets = `${'['.repeat(1999)}\n`.repeat(50 * size);
    const runs = Array.from({ length: 400 * size }, (_, length) => '`'.repeat(length)).join('\n');
    const emphasis = `${'*a '.repeat(600)}\n`.repeat(100 * size);
    const quotes = `${'>'.repeat(50)} a\n`.repeat(1500 * size);
    for (const text of [entries, nested, brackets, quotes, runs, emphasis])
      await withinBounds({ cpu: 2 }, () => parse(text));
  });
});

describe('a written table of contents', () => {
  it('is read as the same tree, for any titles and paths', () => {
    let last = 0;
    const title = fc
      .string({ unit: fc.constantFrom(...'ab *_`[]()<>&#!\\~|-+1.$é'), minLength: 1, maxLength: 12 })
      .filter((text) => oneLine(text) !== '');
    const linkTitle = fc
      .string({ unit: fc.constantFrom(...'ab \t"\'*_`[]()<>&#;\\~|é'), minLength: 1, maxLength: 12 })
      .filter((text) => oneLine(text) !== '');
    const path = fc.array(
      fc.string({ unit: fc.constantFrom(...'ab ()<>&#%?:\\*_[]é~-'), minLength: 1, maxLength: 6 }),
      { minLength: 1, maxLength: 3 },
    );
    const document = fc.letrec<{ page: Page }>((tie) => ({
      page: fc
        .record(
          { title, linkTitle, path, children: fc.array(tie('page'), { maxLength: 2 }) },
          { requiredKeys: ['title', 'path'] },
        )
        .map((drawn): Page => {
          last += 1;
          const file = [...drawn.path, `${last}.md`].join('/');
          const { title, linkTitle, children } = drawn;
          return { id: String(last), type: 'document', title, linkTitle, file, children };
        }),
    })).page;
    const link = fc
      .record({ title, linkTitle, url: fc.webUrl({ withFragments: true, withQueryParameters: true }) })
      .map(
        ({ title, linkTitle, url }): Page => ({ id: '', type: 'link', title, linkTitle, target: { kind: 'url', url } }),
      );
    const group = fc
      .record({ title, children: fc.array(document, { maxLength: 3 }) })
      .map((drawn): Page => ({ id: '', type: 'group', ...drawn }));
    fc.assert(
      fc.property(fc.array(fc.oneof(document, link, group), { maxLength: 5 }), (pages) => {
        const text = writeSummary({ pages, folder: '', isUnlisted: () => false, pathOf: () => undefined });
        expect(sketch(parse(text))).toBe(sketchPages(pages));
      }),
      { numRuns: 200 },
    );
  });
});

const sketchPages = (pages: Page[]): string =>
  pages
    .map((page) => {
      const below = page.children?.length ? `[${sketchPages(page.children)}]` : '';
      const title = oneLine(page.title);
      if (page.type === 'group') return `#${title}${below}`;
      return `${title}${linkTitleSketch(page)}=${page.type === 'link' ? page.target!.url : page.file}${below}`;
    })
    .join(' ');
