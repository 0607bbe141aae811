import { expect, it } from 'vitest';
import { parseRange } from '../../../src/api/http/files/byte-range.js';

const whole = undefined;
const none = null;

it.each([
  ['bytes=0-0', [0, 0]],
  ['bytes=2-5', [2, 5]],
  ['bytes=8-', [8, 9]],
  ['bytes=0-999999999999999999999', [0, 9]],
  ['bytes=-3', [7, 9]],
  ['bytes=-30', [0, 9]],
  ['Bytes = 1 - 2', [1, 2]],
  ['bytes=10-', none],
  ['bytes=999999999999999999999-', none],
  ['bytes=-0', none],
  [undefined, whole],
  ['', whole],
  ['bytes=', whole],
  ['bytes=-', whole],
  ['bytes=5-2', whole],
  ['bytes=0-1,4-5', whole],
  ['lines=0-1', whole],
  ['bytes=0x1-2', whole],
  ['bytes=1.5-2', whole],
])('for ten bytes, %j selects %j', (header, expected) => {
  const range = parseRange(header, 10);
  expect(range && [range.first, range.last]).toEqual(expected);
});

it('for an empty file, no range is satisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBeNull();
  expect(parseRange('bytes=-1', 0)).toBeNull();
});
