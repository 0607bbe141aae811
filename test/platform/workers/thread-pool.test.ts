import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThreadPool, type PoolLimits, type ThreadPool } from '../../../src/platform/workers/thread-pool.js';
import { testFolder } from '../../support/database.js';

// Code of a thread that returns its input. The task `wait` blocks until a number in shared memory changes.
const thread = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ name, input }) => {
    if (name === 'wait') Atomics.wait(new Int32Array(input), 0, 0);
    if (name === 'throw' || (name === 'throw once' && input === 1)) throw new Error('broken');
    if (name === 'id') return parentPort.postMessage(require('node:worker_threads').threadId);
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

/** Starts a task that occupies its thread until it is released. */
function occupyThread(pool: ThreadPool, weight: number, tenant = 'a') {
  const gate = new SharedArrayBuffer(4);
  const ended = pool.run({ name: 'wait', message: () => ({ input: gate }), tenant, weight });
  const letGo = (): void => {
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
  };
  return { ended, letGo };
}

const echo = (pool: ThreadPool, input: unknown, { weight = 1, tenant = 'a' } = {}) =>
  pool.run({ name: 'echo', message: () => ({ input }), tenant, weight });

describe('a pool of threads', () => {
  it('returns the message of the thread', async () => {
    expect(await echo(poolWith(), { a: [1] })).toEqual({ a: [1] });
  });

  it('is full if the maximum number of tasks waits, and then refuses another one', async () => {
    const pool = poolWith({ threads: 1, waiting: 1 });
    const busy = occupyThread(pool, 1);
    expect(pool.isFull('a')).toBe(false);
    const waiting = echo(pool, 'waits');
    expect(pool.isFull('a')).toBe(true);
    await expect(echo(pool, 'more')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    busy.letGo();
    await Promise.all([busy.ended, waiting]);
    expect(pool.isFull('a')).toBe(false);
  });

  it('reserves one thread for light tasks, however many heavy ones wait', async () => {
    const pool = poolWith();
    const [first, second] = [occupyThread(pool, 1000), occupyThread(pool, 1000)];
    expect(await echo(pool, 'light')).toBe('light');
    first.letGo();
    await first.ended;
    second.letGo();
    expect(await second.ended).toBe('let go');
  });

  it('runs the lightest waiting task first, and equally heavy tasks in order of arrival', async () => {
    const pool = poolWith({ threads: 1 });
    const first = occupyThread(pool, 1);
    const order: string[] = [];
    const waiting = (['heavy', 'light', 'light too'] as const).map((name) =>
      echo(pool, name, { weight: name === 'heavy' ? 90 : 2 }).then((answer) => order.push(String(answer))),
    );
    first.letGo();
    await Promise.all(waiting);
    expect(order).toEqual(['light', 'light too', 'heavy']);
  });

  it('refuses a task if too many wait, with Retry-After', async () => {
    const pool = poolWith({ threads: 1 });
    const first = occupyThread(pool, 1);
    const waiting = [1, 2, 3].map((input) => echo(pool, input));
    await expect(echo(pool, 4)).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { retryAfter: 5 } });
    first.letGo();
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  });

  it('ends a task that takes too long, and continues with another thread', async () => {
    const pool = poolWith({ threads: 1, milliseconds: 50 });
    await expect(occupyThread(pool, 1).ended).rejects.toMatchObject({
      code: 'CONFLICT',
      detail: { reason: 'WORK_TOO_LARGE' },
    });
    expect(await echo(poolWith({ threads: 1 }), 'next')).toBe('next');
  });

  it('ends a task that takes too much memory, and continues with another thread', async () => {
    const pool = poolWith({ threads: 1 });
    const grown = pool.run({ name: 'grow', message: () => ({ input: null }), tenant: 'a', weight: 1 });
    await expect(grown).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'WORK_TOO_LARGE' } });
    expect(await echo(pool, 'next')).toBe('next');
  });

  it('replaces a thread that dies and runs its task once more', async () => {
    const pool = poolWith({ threads: 1 });
    let sent = 0;
    const message = () => ({ input: ++sent });
    expect(await pool.run({ name: 'throw once', message, tenant: 'a', weight: 1 })).toBe(2);
  });

  it('refuses a task whose thread dies twice, with a reason, and runs the next task', async () => {
    const pool = poolWith({ threads: 1 });
    const broken = pool.run({ name: 'throw', message: () => ({ input: null }), tenant: 'a', weight: 1 });
    const next = echo(pool, 'next');
    await expect(broken).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      detail: { reason: 'WORKER_DIED', retryAfter: 60 },
      cause: { message: 'broken' },
    });
    expect(await next).toBe('next');
  });

  it('runs a task only once if its message cannot be created again', async () => {
    const pool = poolWith({ threads: 1 });
    let sent = 0;
    const message = () => ({ input: ++sent });
    const broken = pool.run({ name: 'throw once', message, tenant: 'a', weight: 1, runsOnce: true });
    await expect(broken).rejects.toMatchObject({ detail: { reason: 'WORKER_DIED' } });
    expect(sent).toBe(1);
  });

  it('alternates between tenants, and accepts tasks of one while another has its full share of the queue', async () => {
    const pool = poolWith({ threads: 1, waiting: 2 });
    const first = occupyThread(pool, 1);
    const order: string[] = [];
    const run = (tenant: string, name: string) => echo(pool, name, { tenant }).then(() => order.push(name));
    const waiting = [run('a', 'a1'), run('a', 'a2')];
    await expect(run('a', 'a3')).rejects.toThrow('2 tasks of a are already waiting');
    waiting.push(run('b', 'b1'));
    first.letGo();
    await Promise.all(waiting);
    expect(order).toEqual(['b1', 'a1', 'a2']);
  });

  it('leaves threads to other tenants if a tenant may hold only some of them', async () => {
    const pool = poolWith({ threadsPerTenant: 1 });
    const first = occupyThread(pool, 1);
    const order: string[] = [];
    const second = echo(pool, 'a2').then(() => order.push('a2'));
    await echo(pool, 'b1', { tenant: 'b' }).then(() => order.push('b1'));
    first.letGo();
    await Promise.all([first.ended, second]);
    expect(order).toEqual(['b1', 'a2']);
  });

  it('uses a new thread for each task if idle threads are not retained', async () => {
    const pool = poolWith({ threads: 1, idle: 0 });
    const ids = [await pool.run({ name: 'id', message: () => ({ input: null }), tenant: 'a', weight: 1 })];
    ids.push(await pool.run({ name: 'id', message: () => ({ input: null }), tenant: 'a', weight: 1 }));
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('fails a task that cannot be sent, and continues', async () => {
    const pool = poolWith({ threads: 1 });
    await expect(echo(pool, () => {})).rejects.toThrow(/could not be cloned/);
    expect(await echo(pool, 'next')).toBe('next');
  });
});
