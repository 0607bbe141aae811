import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findReferences } from '../../../../src/engine/tree/links/text-references.js';
import { withinBounds } from '../../../support/cost.js';
import { corpora, corpusFiles, corpusSkipSuffix } from '../../corpora.js';

const addresses = (text: string) => findReferences(text).references.map(({ address }) => address);

const n = 100_000;

describe('the search for references in a text', () => {
  it('finds links, images, definitions, tags, blocks, autolinks and covers, in the order of the text', () => {
    const text = [
      '---\ncover: cover.png\n---\n',
      '[a](one.md "t") ![b](two.png) <a href="three.md">x</a> <https://four.example>\n',
      '{% content-ref url="five.md" %}\n{% endcontent-ref %}\n\n[six]\n\n[six]: six.md\n',
    ].join('');
    expect(addresses(text)).toEqual([
      'cover.png',
      'one.md',
      'two.png',
      'three.md',
      'https://four.example',
      'five.md',
      'six.md',
    ]);
  });

  it('omits code, empty destinations and data URLs', () => {
    expect(addresses('`[a](b.md)` []() ![x](data:image/png;base64,AAAA)\n\n    [c](d.md)\n')).toEqual([]);
  });

  it('returns the anchor of the heading above each reference', () => {
    const text = '[a](a.md)\n\n# One\n\n[b](b.md)\n\n## One\n\n[c](c.md)\n\n# Two [d](d.md) <a id="own"></a>\n';
    expect(findReferences(text).references.map(({ section }) => section)).toEqual(['', 'one', 'one-1', 'own']);
    expect(findReferences(text).anchors).toEqual(['one', 'one1', 'own', 'twod']);
  });

  it('returns an anchor for each heading: the letters and digits of its id and of its title', () => {
    const anchors = (text: string) => findReferences(text).anchors;
    expect(anchors('## Choices {#options}\n\n## Own <a id="own.one"></a>\n')).toEqual([
      ...['options', 'choices'],
      ...['ownone', 'own'],
    ]);
    expect(anchors('# 3. Rocket.Chat\n\n# On / Off\n\n# On / Off\n')).toEqual(['3rocketchat', 'onoff', 'onoff1']);
    expect(anchors('# ???\n')).toEqual(['section']);
  });

  it('returns anchors of HTML elements too, except those in code, each once', () => {
    const text = [
      '# One <a id="own"></a>\n\n<a name="here"></a>\nText <span id=\'there\'>x</span> `<i id="code">`.\n',
      '<h2 id="html">Two</h2>\n\n```html\n<a id="fenced"></a>\n```\n\n| a |\n|---|\n| <a id="cell"></a> |\n',
      '<p name="no" id="a b" data-id="no"><b id="own"></p>\n',
    ].join('\n');
    expect(findReferences(text).anchors).toEqual(['own', 'one', 'here', 'there', 'html', 'cell']);
    expect(findReferences('<a id="x"></a>\n'.repeat(n)).anchors).toEqual(['x']);
  });

  it('reports an include as a dependency', () => {
    const text = '{% include "a.md" %}\n\n{% embed url="https://b.example" %}\n';
    expect(findReferences(text).references.map(({ relation }) => relation)).toEqual(['dependsOn', 'reference']);
  });

  it('decodes escapes and entities, and returns neither NUL nor lone surrogates', () => {
    expect(addresses('[a](a&amp;b\\_c.md) [b](<x\u0000y\ud800.md>)')).toEqual(['a&b_c.md', 'x\ufffdy\ufffd.md']);
  });

  it.each([
    ['links in a line', '[a](b.md) '.repeat(n)],
    ['links to different pages', Array.from({ length: n / 2 }, (_, index) => `[a](b${index}.md)`).join(' ')],
    ['links below headings', '# a\n[a](b.md)\n'.repeat(n / 2)],
    ['includes', '{% include "a.md" %}\n'.repeat(n / 2)],
    ['half includes', '{% include "'.repeat(n / 2)],
    ['autolinks', '<https://a> '.repeat(n / 2)],
    ['half autolinks', '<https://a '.repeat(n / 2)],
    ['one address', `[a](${'b'.repeat(1_000_000)})`],
    ['attributes of one tag', `<a${' href=x'.repeat(n)}${' id=x'.repeat(n)}>`],
  ])('takes less than two seconds of CPU for a megabyte of %s', async (_, text) => {
    const { references } = await withinBounds({ cpu: 2 }, () => findReferences(text));
    expect(references.length).toBeLessThanOrEqual(4_000);
  });

  /**
   * Internal links (with an anchor), external links and images, compared with the counts of a regular expression in the
   * README of the corpora. A destination counts wherever it is. A content-ref block with a link inside counts as two, a
   * `{% file %}` or the `href` of a tag as one. For this reason there are 10 and 19 more internal links. External links
   * also include autolinks, embeds, definitions and tags. Images are recognized by their file extension here.
   */
  it.skipIf(corpora === null).each([
    ['small-laravel-translatable', { internal: 0, anchored: 0, images: 1, external: 122 }],
    ['medium-elsa', { internal: 773, anchored: 91, images: 31, external: 262 }],
    ['large-rocketchat-dev', { internal: 1290, anchored: 206, images: 207, external: 779 }],
    ['mdbook-rust-by-example', { internal: 200, anchored: 0, images: 0, external: 209 }],
  ])(`finds the references of the corpus %s${corpusSkipSuffix}`, (name, expected) => {
    const found = corpusFiles(name)
      .filter((file) => /\.md$/i.test(file) && !/(^|\/)(SUMMARY|LICENSE)\.md$/i.test(file))
      .flatMap((file) => addresses(readFileSync(join(corpora!, name, file), 'utf8')));
    const external = found.filter((address) => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address));
    const local = found.filter((address) => !external.includes(address) && !address.startsWith('#'));
    const images = local.filter((address) => /\.(png|jpe?g|gif|svg|webp)$/i.test(address));
    expect({
      internal: local.length - images.length,
      anchored: local.filter((address) => address.includes('#')).length,
      images: images.length,
      external: external.length,
    }).toEqual(expected);
  });
});
