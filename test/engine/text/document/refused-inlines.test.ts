import { describe, expect, it } from 'vitest';
import { annotation, document, inline, mark, note, paragraph, textNode, url } from './inline-builders.js';
import { writeErrorFor } from './refusal.js';

describe('an inline that Markdown cannot express', () => {
  const at = '/nodes/0/nodes/0';
  const link = (...nodes: object[]) => ({ object: 'inline', type: 'link', data: { ref: url('a') }, nodes });
  const nested = (depth: number): object =>
    annotation([textNode('a')], note(paragraph(depth > 1 ? nested(depth - 1) : textNode('b'))));

  it.each([
    ['a formula that contains its delimiter', inline('inline-math', { formula: 'a$$b' }), `${at}/data/formula`],
    ['a formula of two lines', inline('inline-math', { formula: 'a\nb' }), `${at}/data/formula`],
    ['an empty formula', inline('inline-math', { formula: '' }), `${at}/data/formula`],
    ['an emoji with a space', inline('emoji', { code: 'a b' }), `${at}/data/code`],
    ['an emoji of a few digits', inline('emoji', { code: '12' }), `${at}/data/code`],
    ['an icon with a quote', inline('icon', { icon: 'a"b' }), `${at}/data/icon`],
    ['an icon with an unknown color', inline('icon', { icon: 'a', color: 'pink' }), `${at}/data/color`],
    ['an expression of two lines', inline('expression', { expression: 'a\nb' }), `${at}/data/expression`],
    ['an expression without text', inline('expression', {}), `${at}/data/expression`],
    ['a button without a kind', inline('button', { label: 'a', ref: url('b') }), `${at}/data/kind`],
    ['a button without a target', inline('button', { label: 'a', kind: 'primary' }), `${at}/data/ref`],
    ['a mention of a user', inline('mention', { ref: { kind: 'user', user: 'u' } }), `${at}/data/ref`],
    ['an image with an unknown size', inline('inline-image', { ref: url('a'), size: 'huge' }), `${at}/data/size`],
    [
      'a link with the title of a mention',
      { ...link(), data: { ref: url('a'), title: 'mention' } },
      `${at}/data/title`,
    ],
    ['a link in a link', link(link()), `${at}/nodes/0`],
    ['an emoji in a link', link(inline('emoji', { code: 'a' })), `${at}/nodes/0`],
    [
      'an image in an annotation',
      annotation([inline('inline-image', { ref: url('a') })], note(paragraph())),
      `${at}/nodes/0`,
    ],
    ['an annotation without a note', annotation([textNode('a')], []), `${at}/fragments`],
    ['an annotation with an empty note', annotation([textNode('a')], note()), `${at}/fragments/0/nodes`],
    [
      'a quote in a note',
      annotation([textNode('a')], note({ object: 'block', type: 'blockquote', nodes: [] })),
      `${at}/fragments/0/nodes/0`,
    ],
    [
      'annotations that are nested too deeply',
      nested(6),
      `${at}${'/fragments/0/nodes/0/nodes/0'.repeat(5)}/fragments/0/nodes`,
    ],
    [
      'two colors on one text',
      textNode(
        'a',
        mark('color', { text: 'red', background: 'default' }),
        mark('color', { text: 'blue', background: 'default' }),
      ),
      `${at}/leaves/0/marks/1`,
    ],
    ['a color without a background', textNode('a', mark('color', { text: 'red' })), `${at}/leaves/0/marks/0`],
  ])('is refused with its position: %s', (_, node, pointer) => {
    expect(writeErrorFor(document(node))).toMatchObject({ pointer });
  });
});
