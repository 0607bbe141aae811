import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { excerptOf, highlightsOf } from '../../../src/engine/search/excerpt.js';
import { findWords } from '../../../src/engine/search/page-words.js';
import { sectionsOf } from '../../../src/engine/search/sections.js';
import { countsIn, countsOfPrefix, formatPageTerms, formatTerms } from '../../../src/engine/search/terms.js';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { splitFrontMatter } from '../../../src/engine/text/markdown/front-matter.js';
import { withinBounds } from '../../support/cost.js';
import { seeds } from '../../support/properties.js';
import { corpora, corpusFiles, corpusSkipSuffix } from '../corpora.js';

describe('the sections of a page', () => {
  it('are its headings with the plain text below, and the text before the first heading', () => {
    const text = [
      '---\ntitle: no\n---\nBefore **it** [there](a.md).\n\n# One _two_ <a href="#x" id="own"></a>\n',
      '{% hint style="info" %}\nTake `care_of <b>`.\n{% endhint %}\n\n```js\n# no heading\n```\n',
      'Under\n-----\n\n* a\n* [x] b\\_c &amp; d\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n[ref]: https://x.test\n',
      '## One two\n',
    ].join('\n');
    expect(sectionsOf(text)).toEqual([
      { title: '', anchor: '', body: 'Before it there.' },
      { title: 'One two', anchor: 'own', body: 'Take care_of <b>. # no heading' },
      { title: 'Under', anchor: 'under', body: 'a b_c & d x y 1 2' },
      { title: 'One two', anchor: 'one-two', body: '' },
    ]);
  });

  it('contain the readable text of inlines, not their source', () => {
    const text = [
      '# <i class="fa-gear">:gear:</i> H<sub>2</sub>O of <code class="expression">space.vars.name</code> :rocket:\n',
      'Press <kbd>Ctrl</kbd>, see [guide.md](guide.md "mention") and $$x_1$$[^1] in <mark style="color:red;">red</mark>.\n',
      '<a href="https://x.test" class="button primary" data-icon="gear">Go on</a>, `<code class="expression">`\n',
      '[^1]: A **note**\n',
    ].join('\n');
    const [section] = sectionsOf(text);
    expect(section).toEqual({
      title: 'H2O of :rocket:',
      anchor: 'h2o-of-rocket',
      body: 'Press Ctrl, see and x_1 in red. Go on, <code class="expression"> A note',
    });
    expect(documentAnchorsOf(text)).toEqual([section!.anchor]);
  });

  it('contain the text of a reference link without its label, if the page defines the label', () => {
    const text =
      'Use [`Debug`][debug], [it][], ![a picture][Ref  two] and [x][none]; `m[i][j]`. [[b][debug](c.md)\n\n# Ends\n';
    const definitions = '[debug]: a.md\n[it]: b.md "It"\n[ref\ttwo]: c.png\n';
    expect(sectionsOf(text + definitions)[0]!.body).toBe('Use Debug, it, a picture and xnone; m[i][j]. bdebug');
    expect(sectionsOf(text)[0]!.body).toContain('Debugdebug');
  });

  it(`have the same anchors as the page's document on over 90% of the pages, for a third of the corpora${corpusSkipSuffix}`, () => {
    if (corpora === null) return;
    for (const name of ['small-laravel-translatable', 'medium-elsa', 'mdbook-rust-by-example']) {
      const all = corpusFiles(name).filter((file) => file.endsWith('.md'));
      const files = all.filter((_, index) => index % 3 === seeds(1)[0]! % 3);
      const texts = files.map((file) => readFileSync(`${corpora}/${name}/${file}`, 'utf8'));
      const same = texts.filter((text) => anchorsOf(text).join() === documentAnchorsOf(text).join());
      expect(same.length / texts.length, name).toBeGreaterThan(0.9);
    }
  });
});

const anchorsOf = (text: string) => sectionsOf(text).flatMap(({ anchor }) => (anchor === '' ? [] : [anchor]));

function documentAnchorsOf(text: string): string[] {
  const walk = (nodes: readonly any[]): string[] =>
    nodes.flatMap((node) => [
      ...(node.meta?.id ? [node.meta.id] : []),
      ...(node.object === 'block' ? walk(node.nodes ?? []) : []),
    ]);
  return walk(documentFromMarkdown(splitFrontMatter(text).body).nodes);
}

describe('the terms of a page', () => {
  it('are counted in the text, the headings and the title', () => {
    const text = formatTerms('# install \n the app the \n東京 ');
    const terms = formatPageTerms({ title: ['install', 'the', 'tool'], description: ['app', 'for', 'tool'], text });
    expect(countsIn(terms, 'install')).toEqual({ body: 0, heading: 1, title: 1 });
    expect(countsIn(terms, 'the')).toEqual({ body: 2, heading: 0, title: 1 });
    expect(countsIn(terms, 'app')).toEqual({ body: 1, heading: 0, title: 0 });
    expect(countsIn(terms, 'for')).toEqual({ body: 1, heading: 0, title: 0 });
    expect(countsIn(terms, 'tool')).toEqual({ body: 1, heading: 0, title: 1 });
    expect(countsIn(terms, 'nowhere')).toBeNull();
    expect(countsIn(terms, 'th')).toBeNull();
    expect(countsOfPrefix(terms, 'th')).toEqual({ body: 2, heading: 0, title: 1 });
    expect(countsOfPrefix(terms, 'the')).toEqual({ body: 0, heading: 0, title: 0 });
  });

  it('are found by a prefix, which matches at most the first fifty tokens that start with it', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    const terms = formatPageTerms({ title: [], description: [], text: formatTerms(words.join(' ')) });
    expect(countsOfPrefix(terms, 'word')).toEqual({ body: 50, heading: 0, title: 0 });
  });
});

describe('an excerpt', () => {
  const long = `${'far '.repeat(2000)}target ${'away '.repeat(2000)}`;
  const terms = [{ token: 'target', prefix: false }];

  it('is the part around the first match in a long text, and the whole of a short text', () => {
    const excerpt = excerptOf(long, terms);
    expect(excerpt.length).toBeLessThanOrEqual(1001);
    expect(excerpt).toContain('target away');
    expect(excerpt).toMatch(/^far /);
    expect(excerptOf('short', terms)).toBe('short');
  });

  it('does not split a character', () => {
    const excerpt = excerptOf('😀'.repeat(3000), terms);
    expect(excerpt.isWellFormed?.() ?? !/[\ud800-\udbff]$/.test(excerpt)).toBe(true);
  });

  it('highlights the matches, adjacent ones as one range', () => {
    const ranges = highlightsOf('An Appetite for apps.', [{ token: 'app', prefix: true }]);
    expect(ranges.map(({ start, end }) => 'An Appetite for apps.'.slice(start, end))).toEqual(['Appetite', 'apps']);
    expect(
      highlightsOf('東京都', [
        { token: '東京', prefix: false },
        { token: '京都', prefix: false },
      ]),
    ).toEqual([{ start: 0, end: 3 }]);
  });
});

/** Texts of 1 MiB that make regular expressions slow. */
const hostile = [
  '<a',
  '[a](',
  '`',
  '# ',
  '# a\n',
  '漢',
  '\ufdfa',
  '_',
  '{%',
  '](a(',
  '> ',
  '&#',
  ' ',
  '[x\n',
  'é',
  'a\u0301 ',
  '\\',
  '*a',
  '~~~\n',
  '```',
  '|',
  '- ',
  '1. ',
  '!',
  '<!--',
  '\r',
  '\0',
  'a\n=\n',
  '\u0301',
  '[ ',
].map((part) => [part, part.repeat(Math.ceil(2 ** 20 / Buffer.byteLength(part)))] as const);

describe('hostile pages', () => {
  it.each(hostile)('are indexed in less than 2 s of CPU: a megabyte of %j', async (_part, text) => {
    const { terms } = await withinBounds({ cpu: 2 }, () => findWords(text));
    expect(Buffer.byteLength(terms)).toBeLessThan(1_000_000);
  });
});
