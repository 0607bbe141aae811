import { describe, expect, it } from 'vitest';
import { LaterList, longList, printJson } from '../../src/threads/long-json.js';

const items = Array.from({ length: longList + 1 }, (_, index) => ({ index, text: `"${index}" – Ü` }));
const later = new LaterList(items, (item) => (item === items[1] ? undefined : { item }));

describe('a value as JSON', () => {
  it.each([
    ['a short list', [1, 2]],
    ['nothing', null],
    ['a long list', items],
    ['a long list in objects', { none: undefined, a: { b: { items, next: null } }, c: [items] }],
    ['a list that is made as it is printed', { later, count: 3 }],
    ['such a list in another', { items: [...items, { later }] }],
    ['such a list in a short one', [{ later }]],
    ['a long object', Object.fromEntries(items.map((item) => [`"${item.index}`, item]))],
    [
      'large values in a long list',
      [...items, { a: [['ü'.repeat(70_000), undefined], { b: undefined, items }] }, undefined],
    ],
  ])('is printed as JSON.stringify prints it: %s', async (_name, value) => {
    expect(String(await printJson(value))).toBe(JSON.stringify(value));
  });

  it.each([
    ['a text', 'ü'.repeat(70_000)],
    ['nothing', null],
    ['a short list', [{ items }]],
  ])('is printed alike when it is known to be long: %s', async (_name, value) => {
    expect(String(await printJson(value, true))).toBe(JSON.stringify(value));
  });

  it('is text at once where it is short, and bytes where it is long', async () => {
    expect(printJson([1])).toBe('[1]');
    expect(await printJson(items)).toBeInstanceOf(Buffer);
  });

  it('an item that cannot be made refuses the whole', async () => {
    const broken = new LaterList(items, () => {
      throw new Error('no such item');
    });
    await expect(printJson({ broken })).rejects.toThrow('no such item');
  });
});
