import { it } from 'vitest';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { block, documentOf, expectWords, fragment, inline, paragraph, printAndParse, text } from './documents.js';

const url = { kind: 'url', url: 'https://example.org/x' };

const inlines: [kind: string, inline: DocumentNode, ...words: string[]][] = [
  ['link', inline('link', { ref: url }, { nodes: [text('go')] }), 'go'],
  ['emoji', inline('emoji', { code: '1f600' }), '😀'],
  ['icon', inline('icon', { icon: 'star' }), '[star]'],
  ['expression', inline('expression', { expression: 'space.vars.x' }), 'space.vars.x'],
  ['inline-math', inline('inline-math', { formula: 'a^2' }), 'a^2'],
  ['inline-image', inline('inline-image', { ref: url, alt: 'badge' }), '[badge]'],
  ['mention', inline('mention', { ref: { kind: 'user', user: 'usr_9' } }), '@usr_9'],
  ['button', inline('button', { label: 'Press', kind: 'primary', ref: url }), '[ Press ]'],
  [
    'annotation',
    inline(
      'annotation',
      {},
      { nodes: [text('noted')], fragments: [fragment('annotation-body', [paragraph('The note')])] },
    ),
    'noted[1]',
    '1The note',
  ],
  ['an unknown kind', inline('sparkle', {}, { nodes: [text('glitter')] }), 'glitter'],
];

it.each(inlines)('an inline of the kind %s is printed', async (_, node, ...words) => {
  expectWords(
    await printAndParse(documentOf(block('paragraph', [text('before '), node, text(' after')]))),
    'before',
    ...words,
    'after',
  );
});

it('marks do not change the text', async () => {
  const marks = ['bold', 'italic', 'code', 'keyboard', 'strikethrough', 'superscript', 'subscript', 'color', 'unknown'];
  const pdf = await printAndParse(
    documentOf(
      block(
        'paragraph',
        marks.map((mark) => text(`${mark} `, mark)),
      ),
    ),
  );
  expectWords(pdf, marks.join(''));
});
