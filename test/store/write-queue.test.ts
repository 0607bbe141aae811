import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWriteQueue } from '../../src/store/write-queue.js';

it('runs one task at a time, in the order they came, past those that fail', async () => {
  const queue = createWriteQueue(10);
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} starts`);
    await sleep(1);
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(task(name))));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

it('refuses what is over its length with STORE_BUSY, and takes more when there is room (trap 7)', async () => {
  const queue = createWriteQueue(2);
  const accepted = [queue.run(() => sleep(5)), queue.run(() => sleep(5))];
  await expect(queue.run(() => sleep(5))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    detail: { reason: 'STORE_BUSY', retryAfter: 1 },
  });
  await Promise.all(accepted);
  expect(await queue.run(async () => 'more')).toBe('more');
});

it('pauses after a while of writing without a gap, so that other processes get their turn', async () => {
  const queue = createWriteQueue(1_000);
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  const busy = async () => {
    const start = performance.now();
    while (performance.now() - start < 5);
  };
  await sleep(5);
  turns = 0;
  await Promise.all(Array.from({ length: 20 }, () => queue.run(busy)));
  clearInterval(other);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(turns).toBeLessThan(20);
});
