import { describe, expect, it } from 'vitest';
import { printJson } from '../../../src/platform/workers/long-json.js';

const items = Array.from({ length: 51 }, (_, index) => ({ index, text: `"${index}" – Ü` }));

/** Returns a tree of nested lists of the given depth, with a text in each. */
function deep(levels: number): unknown {
  let tree: unknown = 'end';
  for (let level = 0; level < levels; level++) tree = { nodes: [tree, 'some text of a level, to be long in all'] };
  return tree;
}

describe('a value as JSON', () => {
  it.each([
    ['a short list', [1, 2]],
    ['null', null],
    ['a long list', items],
    ['a long list in objects', { none: undefined, a: { b: { items, next: null } }, c: [items] }],
    ['a long object', Object.fromEntries(items.map((item) => [`"${item.index}`, item]))],
    [
      'large values in a long list',
      [...items, { a: [['ü'.repeat(70_000), undefined], { b: undefined, items }] }, undefined],
    ],
    ['a long text', { text: 'Ü"\n'.repeat(40_000) }],
    ['a short list of long texts', { list: ['a'.repeat(70_000), undefined, null, 1], none: [] }],
    ['a deep tree', deep(2_000)],
    ['an object with only undefined members, and a long text', { a: { none: undefined }, b: 'b'.repeat(70_000) }],
  ])('is the same as that of JSON.stringify: %s', async (_name, value) => {
    expect(String(await printJson(value))).toBe(JSON.stringify(value));
  });

  it('is a string if it is short, and bytes if it is long', async () => {
    expect(printJson([1])).toBe('[1]');
    expect(await printJson({ text: 'a'.repeat(70_000) })).toBeInstanceOf(Buffer);
  });
});
