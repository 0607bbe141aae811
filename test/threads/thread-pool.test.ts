import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThreadPool, type PoolLimits, type ThreadPool } from '../../src/threads/thread-pool.js';
import { testFolder } from '../support/database.js';

// A thread that answers when it is let go, by a shared number; what it was asked comes back.
const thread = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ name, input }) => {
    if (name === 'wait') Atomics.wait(new Int32Array(input), 0, 0);
    if (name === 'throw') throw new Error('broken');
    if (name === 'grow') for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept.length));
    parentPort.postMessage(name === 'wait' ? 'let go' : input);
  });
`;

const folder = testFolder();
const before = process.env.DOCGRAPH_THREADS;
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'thread.js'), thread);
  process.env.DOCGRAPH_THREADS = folder;
});
afterAll(() => {
  process.env.DOCGRAPH_THREADS = before;
});

const limits: PoolLimits = { threads: 2, heavy: 100, waiting: 3, milliseconds: 60_000, megabytes: 64, idle: 60_000 };
const poolWith = (others: Partial<PoolLimits> = {}) => createThreadPool('thread', { ...limits, ...others });

/** A task that keeps its thread until it is let go. */
function held(pool: ThreadPool, weight: number) {
  const gate = new SharedArrayBuffer(4);
  const ended = pool.run({ name: 'wait', input: gate, weight });
  const letGo = (): void => {
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
  };
  return { ended, letGo };
}

const echo = (pool: ThreadPool, input: unknown, weight = 1) => pool.run({ name: 'echo', input, weight });

describe('a pool of threads', () => {
  it('answers what the thread posts', async () => {
    expect(await echo(poolWith(), { a: [1] })).toEqual({ a: [1] });
  });

  it('is full where as many wait as may: one more would be refused', async () => {
    const pool = poolWith({ threads: 1, waiting: 1 });
    const busy = held(pool, 1);
    expect(pool.isFull()).toBe(false);
    const waiting = echo(pool, 'waits');
    expect(pool.isFull()).toBe(true);
    await expect(echo(pool, 'more')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    busy.letGo();
    await Promise.all([busy.ended, waiting]);
    expect(pool.isFull()).toBe(false);
  });

  it('keeps one thread for light tasks, however many heavy ones wait', async () => {
    const pool = poolWith();
    const [first, second] = [held(pool, 1000), held(pool, 1000)];
    expect(await echo(pool, 'light')).toBe('light');
    first.letGo();
    await first.ended;
    second.letGo();
    expect(await second.ended).toBe('let go');
  });

  it('does the lightest of those that wait first, and of equals the one that came first', async () => {
    const pool = poolWith({ threads: 1 });
    const first = held(pool, 1);
    const order: string[] = [];
    const waiting = (['heavy', 'light', 'light too'] as const).map((name) =>
      echo(pool, name, name === 'heavy' ? 90 : 2).then((answer) => order.push(String(answer))),
    );
    first.letGo();
    await Promise.all(waiting);
    expect(order).toEqual(['light', 'light too', 'heavy']);
  });

  it('refuses what would wait behind too many, with Retry-After', async () => {
    const pool = poolWith({ threads: 1 });
    const first = held(pool, 1);
    const waiting = [1, 2, 3].map((input) => echo(pool, input));
    await expect(echo(pool, 4)).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { retryAfter: 5 } });
    first.letGo();
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  });

  it('ends what takes too long, and goes on with another thread', async () => {
    const pool = poolWith({ threads: 1, milliseconds: 50 });
    await expect(held(pool, 1).ended).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'WORK_TOO_LARGE' } });
    expect(await echo(poolWith({ threads: 1 }), 'next')).toBe('next');
  });

  it('ends what takes too much memory, and goes on with another thread', async () => {
    const pool = poolWith({ threads: 1 });
    const grown = pool.run({ name: 'grow', input: null, weight: 1 });
    await expect(grown).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'WORK_TOO_LARGE' } });
    expect(await echo(pool, 'next')).toBe('next');
  });

  it('fails the task whose thread breaks, and no other', async () => {
    const pool = poolWith({ threads: 1 });
    const [broken, next] = [pool.run({ name: 'throw', input: null, weight: 1 }), echo(pool, 'next')];
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('fails a task that cannot be sent, and goes on', async () => {
    const pool = poolWith({ threads: 1 });
    await expect(echo(pool, () => {})).rejects.toThrow(/could not be cloned/);
    expect(await echo(pool, 'next')).toBe('next');
  });
});
