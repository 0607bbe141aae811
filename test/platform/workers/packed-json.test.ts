import { expect, it } from 'vitest';
import { packJson, toTransferable, unpackJson, unpackTransferable } from '../../../src/platform/workers/packed-json.js';
import { packTexts, textAt } from '../../../src/platform/workers/packed-texts.js';
import { isPrepared, packItems, unpackItems } from '../../../src/platform/workers/prepared-items.js';

const long = 'ä "b"\n😀'.repeat(20_000);

const values = [
  {},
  [],
  { a: long, b: 1, c: { d: [long, null, long], 1: true } },
  [long, [long], { long }, 'short'],
  Array.from({ length: 5_000 }, (_, index) => ({ index, text: `text ${index}` })),
];

it('a packed value is unpacked unchanged, with its members in order', async () => {
  for (const value of values) {
    const packed = packJson(value);
    expect(JSON.stringify(await unpackJson(packed))).toBe(JSON.stringify(value));
    expect(JSON.stringify(await unpackTransferable(toTransferable(packed)))).toBe(JSON.stringify(value));
  }
});

it('a large text is a separate piece, not encoded as JSON', () => {
  const { pieces } = packJson({ title: 'A', text: long });
  expect(pieces.map(({ at, json, isText }) => [at, json === long, isText])).toEqual([
    [[], false, undefined],
    [['text'], true, true],
  ]);
});

it('packed texts are decoded one by one', () => {
  const texts = ['', 'ä', long, '', 'b'];
  const packed = packTexts(texts);
  expect(texts.map((_, index) => textAt(packed, index))).toEqual(texts);
});

it('unpacked items have the same values and texts, and can be distinguished from values of clients', async () => {
  const items = [
    { value: { id: 'a', none: null }, text: () => long },
    { value: {}, text: () => '' },
  ];
  const unpacked = await unpackItems(packItems(items));
  expect(unpacked.map(({ value, text }) => [value, text()])).toEqual(items.map(({ value, text }) => [value, text()]));
  expect([...unpacked, ...items].map(isPrepared)).toEqual([true, true, false, false]);
});
