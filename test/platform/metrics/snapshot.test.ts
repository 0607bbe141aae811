import { expect, it } from 'vitest';
import { createSnapshot } from '../../../src/platform/metrics/snapshot.js';

it('a read that fails or throws gives null, and the next one is tried after `maxAge`', async () => {
  const reads: (() => Promise<string>)[] = [
    () => {
      throw new Error('at once');
    },
    () => Promise.reject(new Error('later')),
    async () => 'value',
  ];
  const snapshot = createSnapshot(() => reads.shift()!(), { maxAge: 0, timeout: 10_000 });
  expect([await snapshot(), await snapshot(), await snapshot()]).toEqual([null, null, 'value']);
});
