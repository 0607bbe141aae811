import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { type DocumentNode, plainText } from '../../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../../src/render/html/render-text.js';
import { referenceResolver } from '../../../render/html/nodes.js';
import { sharedPath } from '../../../support/shared-data.js';

const inputs = sharedPath('inputs');
const reason = existsSync(inputs) ? '' : ' (SKIPPED: no inputs next to the project)';

const markdownOf = (name: string): string => readFileSync(join(inputs, name, 'in/README.md'), 'utf8');

/** Returns the types of blocks, including nested blocks. */
const typesIn = ({ type, nodes = [], fragments = [] }: DocumentNode): unknown => {
  const inner = [...nodes, ...fragments.flatMap((one) => one.nodes ?? [])].filter(({ object }) => object === 'block');
  return inner.length > 0 ? [type, ...inner.map(typesIn)] : type;
};

const publishedOf = (name: string): string =>
  fillText(renderText(documentFromMarkdown(markdownOf(name), { forReaders: true }) as DocumentNode), referenceResolver);

describe.skipIf(reason !== '')(`inputs next to the project${reason}`, () => {
  const step = ['stepper-step', 'heading-3', ['images', 'image']];
  const expandable = ['expandable', 'paragraph', 'paragraph'];

  it.each<[string, unknown[]]>([
    [
      '03-closing-tag-after-figure',
      [
        ['stepper', step, ['stepper-step', 'heading-3', 'paragraph']],
        ['tabs', ['tabs-item', ['images', 'image']]],
      ],
    ],
    ['09-table-with-style', [['table', 'paragraph', 'paragraph', 'paragraph']]],
    ['11-paragraphs-in-a-gfm-cell', [['table', 'paragraph', 'paragraph', 'paragraph']]],
    [
      '13-figure-in-a-list-item',
      [['list-ordered', ['list-item', 'paragraph', 'paragraph'], ['list-item', 'paragraph']]],
    ],
    ['16-hint-with-icon', [['hint', 'paragraph']]],
    ['37-details-forms', [expandable, expandable, expandable]],
    [
      '38-pre-html',
      [
        ['code', 'code-line', 'code-line'],
        ['code', 'code-line'],
      ],
    ],
  ])('%s is read as the blocks that its author intended', (name, types) => {
    expect(
      documentFromMarkdown(markdownOf(name))
        .nodes.slice(1)
        .map((node) => typesIn(node as DocumentNode)),
    ).toEqual(types);
  });

  it.each([
    ['20-heading-id-in-braces', 'old', 'Old part'],
    ['22-emoji-heading-anchor', 'stop-watch', '\u23f1\ufe0f Stop watch'],
  ])('%s is read as a heading with its id', (name, id, title) => {
    const heading = documentFromMarkdown(markdownOf(name)).nodes[1] as DocumentNode;
    expect([heading.meta?.id, plainText([heading])]).toEqual([id, title]);
  });

  it.each([
    ['07-html-comment-block', '<p>Text.</p>'],
    ['13-figure-in-a-list-item', '<figure class="image">'],
    ['14-blocks-where-the-format-has-none', '<details class="expandable"><summary>More</summary>'],
    [
      '18-columns',
      '<div class="columns"><div class="column"><p>Left</p></div><div class="column"><p>Right</p></div></div>',
    ],
    ['24-annotation-as-gitbook-writes-it', '<span class="annotation">two words</span>'],
  ])('%s is published as its author intended', (name, html) => {
    const published = publishedOf(name);
    expect(published).toContain(html);
    expect(published).not.toMatch(/\{%|<!--|\| -|&lt;|#user-content/);
  });
});
