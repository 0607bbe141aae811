import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWriteLanes, createWriteQueue } from '../../../src/platform/db/write/write-queue.js';

const taskOwner = { tenant: 'org_1' };

describe('the write queue', () => {
  it('runs one task at a time, in order of arrival, and continues after failures', async () => {
    const queue = createWriteQueue(10);
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} starts`);
      await turn();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
      return name;
    };
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(task(name), taskOwner)));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it.each([
    ['a queue', createWriteQueue(2)],
    ['lanes', createWriteLanes(2, 1)],
  ])('refuses tasks over its length with STORE_BUSY, and accepts more when there is room: %s', async (_, queue) => {
    const accepted = [1, 2, 3].map(() => queue.run(() => turn(), taskOwner));
    await expect(queue.run(() => turn(), taskOwner)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      detail: { reason: 'STORE_BUSY', retryAfter: 1 },
    });
    await Promise.all(accepted);
    expect(await queue.run(async () => 'more', taskOwner)).toBe('more');
  });

  it('runs tasks of one organization in order, in all lanes except one, and continues after failures', async () => {
    const queue = createWriteLanes(10, 3);
    let most = 0;
    let running = 0;
    const begun: number[] = [];
    const task = (index: number) => async () => {
      begun.push(index);
      most = Math.max(most, ++running);
      await turn();
      running -= 1;
      if (index === 1) throw new Error('it fails');
    };
    await Promise.allSettled([0, 1, 2, 3, 4].map((index) => queue.run(task(index), taskOwner)));
    expect([begun, most, running]).toEqual([[0, 1, 2, 3, 4], 2, 0]);
  });

  it('pauses after 25 ms of writes without a gap, so that other processes can write', async () => {
    let time = 1_000;
    const log: string[] = [];
    const pass = async (name: string, milliseconds: number) => {
      log.push(`${name} ${milliseconds}`);
      time += milliseconds;
    };
    const queue = createWriteQueue(1_000, { now: () => time, sleep: (milliseconds) => pass('pause', milliseconds) });
    await Promise.all(Array.from({ length: 7 }, () => queue.run(() => pass('write', 10), taskOwner)));
    const burst = ['write 10', 'write 10', 'write 10'];
    expect(log).toEqual([...burst, 'pause 1', ...burst, 'pause 1', 'write 10']);
  });

  it('does not pause between writes with gaps', async () => {
    let time = 1_000;
    const slept: number[] = [];
    const queue = createWriteQueue(1_000, {
      now: () => time,
      sleep: async (milliseconds) => void slept.push(milliseconds),
    });
    for (let write = 0; write < 10; write++) {
      await queue.run(async () => {
        time += 10;
      }, taskOwner);
      time += 1;
    }
    expect(slept).toEqual([]);
  });
});
