import { expect, it } from 'vitest';
import { isSliceUsedUp } from '../../../src/platform/workers/event-loop.js';
import { packList, unpackList } from '../../../src/platform/workers/packed-list.js';

const items = Array.from({ length: 20_000 }, (_, index) => ({ lines: [`line ${index}`], at: index }));

it('a packed list consists of few values, however many objects it contains', async () => {
  const { pieces } = packList(items);
  expect(pieces.length).toBeLessThan(100);
  expect(pieces.every((piece) => typeof piece === 'string')).toBe(true);
  expect(await unpackList({ pieces })).toEqual(items);
  expect(await unpackList(packList([]))).toEqual([]);
});

it('a packed list is unpacked without blocking the event loop', async () => {
  const packed = packList(items);
  let hasCallbackRun = false;
  setImmediate(() => {
    hasCallbackRun = true;
  });
  while (!isSliceUsedUp());
  await unpackList(packed);
  expect(hasCallbackRun).toBe(true);
});
