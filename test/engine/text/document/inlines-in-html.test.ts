import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

describe('inlines in HTML', () => {
  const html = [
    'a <strong>b</strong> <kbd>c</kbd> <mark style="color:red;">d</mark> <code class="expression">a*b*c</code>',
    '<span data-gb-custom-inline data-tag="emoji" data-code="rocket">:rocket:</span> <span class="math">x_1</span>',
    '<i class="fa-github">:github:</i> <a data-mention href="b.md">b.md</a> <a href="c" title="d">e</a>',
    '<a href="f" class="button primary">g</a> word<a data-footnote-ref href="#user-content-fn-1">1</a>',
  ].join(' ');
  const types = ['expression', 'emoji', 'inline-math', 'icon', 'mention', 'link', 'button', 'annotation'];

  it.each([
    [
      'a cell',
      `<table data-view="cards"><thead><tr><th>t</th></tr></thead><tbody><tr><td>${html}</td></tr></tbody></table>`,
    ],
    ['a caption', `<figure><img src="a.png" alt=""><figcaption><p>${html}</p></figcaption></figure>`],
    ['a summary', `<details>\n<summary>${html}</summary>\n\nx\n\n</details>`],
    ['aligned text', `<p align="center">${html}</p>`],
    ['an aligned heading', `<h2 align="right">${html}</h2>`],
  ])('can be of every kind in %s, and the note of an annotation is not repeated as text of the page', (_, block) => {
    const document = documentFromMarkdown(`${block}\n\n[^1]: the note`);
    const text = JSON.stringify(document);
    const found = Array.from(text.matchAll(/"object":"inline","type":"([a-z-]+)"/g), ([, type]) => type);
    expect(found).toEqual(types);
    expect(text).toContain('{"expression":"a*b*c"}');
    expect(text.match(/the note/g)).toHaveLength(1);
    expect(document.nodes).toHaveLength(1);
    const written = markdownFromDocument(document);
    expect(markdownFromDocument(documentFromMarkdown(written))).toBe(written);
  });

  it('retain footnotes without a definition as written', () => {
    const [block] = documentFromMarkdown(
      '<p align="center">a<a data-footnote-ref href="#user-content-fn-9">9</a></p>',
    ).nodes;
    expect(JSON.stringify(block)).toContain('a<a data-footnote-ref href=\\"#user-content-fn-9\\">9</a>');
  });
});
