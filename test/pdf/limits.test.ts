import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createWorkerPool, workerLimits } from '../../src/pdf/worker-pool.js';

const folder = mkdtempSync(join(tmpdir(), 'docgraph-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A worker that does as it is told. */
const file = join(folder, 'worker.mjs');
writeFileSync(
  file,
  `import { parentPort, workerData } from 'node:worker_threads';
const held = [];
if (workerData === 'loops') for (;;);
if (workerData === 'grows') for (;;) held.push(new Array(1e5).fill({}));
if (workerData === 'throws') throw new Error('broken');
if (workerData === 'ends') process.exit(3);
if (workerData === 'refuses') parentPort.postMessage({ refused: 'it is too long' });
else parentPort.postMessage({ bytes: new Uint8Array([workerData]) });`,
);

const pool = (limits: Partial<typeof workerLimits> = {}) =>
  createWorkerPool<string | number>(() => file, { ...workerLimits, ...limits });

it('answers what the worker made', async () => {
  expect([...(await pool().run(7))]).toEqual([7]);
});

it('stops a job that takes too long, and says so', async () => {
  const stopping = pool({ milliseconds: 300 }).run('loops');
  await expect(stopping).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'PDF_TOO_SLOW' } });
});

it('stops a job that takes too much memory, and says so', async () => {
  const growing = pool({ megabytes: 32 }).run('grows');
  await expect(growing).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'PDF_TOO_LARGE' } });
});

it('says why a job was refused', async () => {
  await expect(pool().run('refuses')).rejects.toThrow(/it is too long/);
});

it('passes on what a worker throws, and that it ended without a word', async () => {
  await expect(pool().run('throws')).rejects.toThrow('broken');
  await expect(pool().run('ends')).rejects.toThrow(/ended with 3/);
});

it('runs no more at once than it may, lets others wait, refuses those above, and goes on after a failure', async () => {
  const small = pool({ atOnce: 1, waiting: 2 });
  const jobs = await Promise.allSettled([small.run('throws'), small.run(1), small.run(2), small.run(3)]);
  expect(jobs.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
  expect((jobs[3] as PromiseRejectedResult).reason).toMatchObject({ code: 'UNAVAILABLE', detail: { retryAfter: 10 } });
  expect([...(await small.run(4))]).toEqual([4]);
});

it('ends what is under way when it is closed', async () => {
  const closing = pool();
  const job = closing.run('loops');
  await closing.close();
  await expect(job).rejects.toThrow(/ended/);
});
