import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/content/document/from-markdown.js';
import type { DocumentNode } from '../../src/content/document/node-shape.js';
import { fillText } from '../../src/html/fill.js';
import { renderText } from '../../src/html/render-text.js';
import { absent, corpora, pagesOf, without } from '../content/document/corpora.js';
import { holdsBounds } from '../support/cost.js';
import { filler } from './nodes.js';
import { type HtmlNode, readHtml } from './read-html.js';

/** Markup that authors write and readers must not see outside of code. */
const markup = {
  comment: /<!--/,
  definition: /^\[[^\]]+\]: \S/m,
  headingId: /\{#[-\w.:]+\}\s*$/m,
  tag: /\{%/,
};

type Kind = keyof typeof markup;

/** The most pages of all corpora that may show markup of a kind. */
const most: Record<Kind, number> = { comment: 0, definition: 0, headingId: 0, tag: 1 };

/** Text of HTML without that in code. */
function proseIn(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return ['code', 'pre'].includes(node.name) ? '' : `${node.children.map(proseIn).join('')}\n`;
}

it.skipIf(absent)(`pages of the corpora show readers no markup${without}`, () => {
  // Every third page; all of them where bounds are held.
  const pages = corpora.flatMap(pagesOf).filter((_, index) => holdsBounds || index % 3 === 0);
  const count: Record<Kind, number> = { comment: 0, definition: 0, headingId: 0, tag: 0 };
  for (const [, markdown] of pages) {
    const document = documentFromMarkdown(markdown, { forReaders: true }) as DocumentNode;
    const prose = readHtml(fillText(renderText(document), filler))
      .map(proseIn)
      .join('\n');
    for (const kind of Object.keys(markup) as Kind[]) if (markup[kind].test(prose)) count[kind]++;
  }
  console.log(`${pages.length} pages; pages with visible markup: ${JSON.stringify(count)}`);
  for (const kind of Object.keys(markup) as Kind[])
    expect([kind, count[kind]]).toEqual([kind, expect.toSatisfy((found) => found <= most[kind])]);
});
