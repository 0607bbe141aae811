import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { evaluateDocument } from '../../../../src/engine/text/expressions/in-document.js';
import { evaluateMarkdown } from '../../../../src/engine/text/expressions/in-markdown.js';
import { evaluation } from './kit.js';

const inHtml = (inner: string) => inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Positions of an expression in a page. `page` returns Markdown that has an expression at the position. */
const places: [place: string, page: (expression: string) => string][] = [
  ['a paragraph', (code) => `a ${code} b`],
  ['a heading', (code) => `## a ${code} b`],
  ['a list', (code) => `* a ${code} b`],
  ['a hint', (code) => `{% hint style="info" %}\na ${code} b\n{% endhint %}`],
  ['a tab', (code) => `{% tabs %}\n{% tab title="t" %}\na ${code} b\n{% endtab %}\n{% endtabs %}`],
  ['a step', (code) => `{% stepper %}\n{% step %}\na ${code} b\n{% endstep %}\n{% endstepper %}`],
  ['a cell', (code) => `| t |\n| - |\n| a ${code.replaceAll('|', '\\|')} b |`],
  [
    'a cell of HTML',
    (code) =>
      `<table data-view="cards"><thead><tr><th>t</th></tr></thead><tbody><tr><td>a ${code} b</td></tr></tbody></table>`,
  ],
  [
    'a cell of HTML in a list',
    (code) =>
      `* x\n\n  <table data-full-width="true"><thead><tr><th>t</th></tr></thead>\n  <tbody><tr><td>a ${code} b</td></tr></tbody></table>`,
  ],
  ['a caption', (code) => `{% embed url="https://example.org" %}\na ${code} b\n{% endembed %}`],
  [
    'a caption of an image',
    (code) => `<figure><img src="a.png" alt=""><figcaption><p>a ${code} b</p></figcaption></figure>`,
  ],
  ['a summary', (code) => `<details>\n<summary>a ${code} b</summary>\n\nx\n\n</details>`],
  ['an expandable', (code) => `<details>\n<summary>x</summary>\n\na ${code} b\n\n</details>`],
  ['aligned text', (code) => `<p align="center">a ${code} b</p>`],
  ['a note', (code) => `x[^1]\n\n[^1]: a ${code} b`],
];

const expressions: [source: string, value: string][] = [
  ['space.vars.product', 'Docgraph'],
  ['2*3*4', '24'],
  ['1 < 2 && "<b> & *c*"', '<b> & *c*'],
  ['false || "x"', 'x'],
];

describe.each(places)('an expression in %s', (_, page) => {
  it.each(expressions)('is evaluated in the same way in Markdown and in a document: %s', (source, value) => {
    const markdown = page(`<code class="expression">${inHtml(source)}</code>`);
    const document = documentFromMarkdown(markdown) as unknown as Json;
    const evaluated = JSON.stringify(evaluateDocument(document, evaluation()));
    expect(JSON.stringify(document)).toContain(JSON.stringify({ expression: source }));
    expect(evaluated).toContain(`"text":${JSON.stringify(`a ${value} b`)}`);
    const fromMarkdown = documentFromMarkdown(evaluateMarkdown(markdown, evaluation())) as unknown as Json;
    expect(withoutKeys(fromMarkdown)).toEqual(withoutKeys(JSON.parse(evaluated)));
  });
});

/**
 * Returns the document without keys and ids, because they depend on the source, which evaluation changes. Names of
 * cells are numbered instead.
 */
function withoutKeys(document: Json): Json {
  const names: string[] = [];
  const text = JSON.stringify(document, (name, value) => (name === 'key' || name === 'meta' ? undefined : value));
  const counted = text.replace(/\b[\da-f]{12}(?:-\d+)?\b/g, (name) => {
    if (!names.includes(name)) names.push(name);
    return `name ${names.indexOf(name)}`;
  });
  return JSON.parse(counted);
}
