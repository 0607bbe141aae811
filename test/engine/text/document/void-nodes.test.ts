import { describe, expect, it } from 'vitest';
import { writeErrorFor } from './refusal.js';

/** Types of nodes by their value of `isVoid` in the documented format. */
const types = {
  block: {
    true: [
      ...['divider', 'math', 'table', 'image', 'file', 'drawing', 'embed', 'expandable', 'reusable-content'],
      ...['content-ref', 'swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
    ],
    false: [
      ...['paragraph', 'heading-1', 'heading-2', 'heading-3', 'list-ordered', 'list-unordered', 'list-tasks'],
      ...['list-item', 'code', 'code-line', 'hint', 'blockquote', 'images', 'tabs', 'tabs-item', 'stepper'],
      'stepper-step',
    ],
  },
  inline: {
    true: ['inline-image', 'emoji', 'icon', 'expression', 'inline-math', 'mention', 'button'],
    false: ['link', 'annotation'],
  },
};

const cases = Object.entries(types).flatMap(([object, byValue]) =>
  Object.entries(byValue).flatMap(([expected, names]) => names.map((type) => ({ object, type, expected }))),
);

const wrongVoid = (node: object, isDeep = false) => {
  const outer = { object: 'block', type: 'blockquote', nodes: [{ object: 'block', type: 'paragraph', nodes: [node] }] };
  return writeErrorFor({ object: 'document', data: {}, nodes: [isDeep ? outer : node] });
};

describe('`isVoid` of a node', () => {
  it.each(cases)('is $expected for the $object $type, at any depth', ({ object, type, expected }) => {
    for (const wrong of [expected !== 'true', null, 'true', 1]) {
      const node = { object, type, data: {}, isVoid: wrong };
      const { message, pointer } = wrongVoid(node);
      expect(pointer).toBe('/nodes/0/isVoid');
      expect(message).toBe(
        `The document's /nodes/0/isVoid must be ${expected} for a ${object} of the type ${type} (got ${JSON.stringify(wrong)})`,
      );
      expect(wrongVoid(node, true).pointer).toBe('/nodes/0/nodes/0/nodes/0/isVoid');
    }
  });
});
