import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { areCorporaAbsent, corpora, pagesOf, skipSuffix } from '../../engine/text/document/corpora.js';
import { holdsBounds } from '../../support/cost.js';
import { referenceResolver } from './nodes.js';
import { type HtmlNode, readHtml } from './read-html.js';

/** Markup of authors that readers must not see, except in code. */
const markup = {
  comment: /<!--/,
  definition: /^\[[^\]]+\]: \S/m,
  element: /<\/?[a-z][\w-]*(?:\s[^<>]*)?>/i,
  headingId: /\{#[-\w.:]+\}\s*$/m,
  table: /^\s*\|?\s*:?-+:?\s*\|/m,
  tag: /\{%/,
};

type Kind = keyof typeof markup;

const kinds = Object.keys(markup) as Kind[];

/** Returns the text of HTML without code. */
function proseIn(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return ['code', 'pre', 'math'].includes(node.name) ? '' : `${node.children.map(proseIn).join('')}\n`;
}

/** Reports whether the author escaped the shown markup (`\<name>`, `&lt;name>`), so that it is plain text. */
function isEscaped(markdown: string, visibleMarkup: string): boolean {
  const withoutBracket = visibleMarkup.slice(1);
  return [`\\<${withoutBracket}`, `&lt;${withoutBracket}`, `&#x3C;${withoutBracket}`].some((text) =>
    markdown.replace(/\\>|&gt;/g, '>').includes(text),
  );
}

it.skipIf(areCorporaAbsent)(`pages of the corpora show no markup to readers${skipSuffix}`, () => {
  // Tests every third page, or all pages when bounds are checked (`npm run soak`).
  const pages = corpora.flatMap(pagesOf).filter((_, index) => holdsBounds || index % 3 === 0);
  const found = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
  for (const [file, markdown] of pages) {
    const document = documentFromMarkdown(markdown, { forReaders: true }) as DocumentNode;
    const prose = readHtml(fillText(renderText(document), referenceResolver))
      .map(proseIn)
      .join('\n');
    for (const kind of kinds) {
      const [visibleMarkup] = [...prose.matchAll(new RegExp(markup[kind], `${markup[kind].flags}g`))].filter(
        ([text]) => !isEscaped(markdown, text),
      );
      if (visibleMarkup) found.get(kind)!.push(`${file}: ${visibleMarkup[0]}`);
    }
  }
  const counts = kinds.map((kind) => `${kind} ${found.get(kind)!.length}`);
  console.log(`${pages.length} pages; pages with visible markup: ${counts.join(', ')}`);
  expect([...found.values()].flat()).toEqual([]);
});
