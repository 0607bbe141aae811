import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../../src/engine/text/document/node-shape.js';
import { withoutComments } from '../../../../src/engine/text/document/syntax/html-comments.js';
import { fillText } from '../../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../../src/render/html/render-text.js';
import { referenceResolver } from '../../../render/html/nodes.js';
import { readHtml, textIn } from '../../../render/html/read-html.js';
import { withinBounds } from '../../../support/cost.js';

const publishedText = (markdown: string, forReaders = true): string => {
  const document = documentFromMarkdown(markdown, { forReaders }) as DocumentNode;
  // Removes the link at the end of a heading to the heading itself.
  return textIn(readHtml(fillText(renderText(document), referenceResolver)))
    .replace(/[^\w>]*#\W*$/, '')
    .trim();
};

describe('a page for readers', () => {
  it.each([
    ['comments', '<!-- one -->\n\n<!--\ntwo\n-->\n\nText.', 'Text.'],
    ['comments in a line', 'A<!-- b --> line.', 'A line.'],
    ['comments before other HTML', '<!-- a --><div>b</div>', 'b'],
    ['comments as link definitions', '[//]: # (a comment)\n\nText.', 'Text.'],
    ['unused link definitions', '[a]: https://a.test\n\nText.', 'Text.'],
    ['unknown tags on lines of their own', '{% version 2 %}\n\nText.\n\n{% endversion %}', 'Text.'],
    ['footnotes that nothing refers to', 'Text.\n\n[^1]: Lost.', 'Text.'],
  ])('has no %s', (_, markdown, text) => {
    expect(publishedText(markdown)).toBe(text);
    expect(publishedText(markdown, false)).not.toBe(text);
  });

  it('has no variation selectors or keycap frames in the ids of headings', () => {
    const [heading] = documentFromMarkdown('## \u23f1\ufe0f Stop watch').nodes;
    const [keycap] = documentFromMarkdown('## 1\ufe0f\u20e3 First').nodes;
    expect([heading?.meta, keycap?.meta]).toEqual([{ id: 'stop-watch' }, { id: '1-first' }]);
  });

  it('has no blocks for comments, and its other blocks have the keys of the document', () => {
    const markdown = 'A.\n\n<!-- b -->\n\nA.\n';
    const keysOf = (forReaders: boolean) => documentFromMarkdown(markdown, { forReaders }).nodes.map(({ key }) => key);
    const [first, , last] = keysOf(false);
    expect(keysOf(true)).toEqual([first, last]);
  });

  it('takes at most 2 s of CPU if it has many comments without an end', async () => {
    const page = '<!--'.repeat(200_000);
    await withinBounds({ cpu: 2 }, () => expect(withoutComments(page)).toBe(page));
    expect(withoutComments('a<!-->b<!--->c<!-- d -->e<!-- f')).toBe('abce<!-- f');
  });
});
