import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PdfJob } from '../../../src/modules/pdf/pdf-job.js';
import { createPrinter, printLimits } from '../../../src/modules/pdf/print.js';

const folder = mkdtempSync(join(tmpdir(), 'docgraph-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A worker whose behavior depends on the title of its job. */
const file = join(folder, 'worker.mjs');
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads';
const held = [];
parentPort.on('message', ({ input: { title } }) => {
  if (title === 'loops') for (;;);
  if (title === 'grows') for (;;) held.push(new Array(1e5).fill({}));
  if (title === 'ends') process.exit(3);
  if (title === 'refuses') parentPort.postMessage({ refused: 'it is too long' });
  else if (title === 'fails') parentPort.postMessage({ failed: { message: 'broken' } });
  else parentPort.postMessage({ bytes: new Uint8Array([Number(title)]) });
});`,
);

const printer = (limits: Partial<typeof printLimits> = {}) =>
  createPrinter({ ...printLimits, ...limits, file: () => file });
const job = (title: string) => ({ title, blobs: new Map() }) as unknown as PdfJob;

describe('the printer of PDFs', () => {
  it('returns the result of the worker', async () => {
    expect([...(await printer().print(job('7'), 'a'))]).toEqual([7]);
  });

  it('stops a PDF that takes too long, and reports it', async () => {
    const stopping = printer({ milliseconds: 300 }).print(job('loops'), 'a');
    await expect(stopping).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'PDF_TOO_SLOW' } });
  });

  it('stops a PDF that takes too much memory, and reports it', async () => {
    const growing = printer({ megabytes: 32 }).print(job('grows'), 'a');
    await expect(growing).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'PDF_TOO_LARGE' } });
  });

  it('reports why a PDF was refused, and throws the errors of its worker', async () => {
    await expect(printer().print(job('refuses'), 'a')).rejects.toThrow(/it is too long/);
    await expect(printer().print(job('fails'), 'a')).rejects.toThrow('broken');
  });

  it('retries a PDF once if its worker exited, then reports that the worker exited', async () => {
    await expect(printer().print(job('ends'), 'a')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      detail: { reason: 'WORKER_DIED' },
      cause: { message: expect.stringContaining('ended with 3') },
    });
  });

  it('queues the PDFs of an organization, refuses those above its share, and continues after a failure', async () => {
    const small = printer({ threads: 1, waiting: 2 });
    const prints = ['fails', '1', '2', '3'].map((title) => small.print(job(title), 'a'));
    const other = small.print(job('4'), 'b');
    const jobs = await Promise.allSettled(prints);
    expect(jobs.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect((jobs[3] as PromiseRejectedResult).reason).toMatchObject({
      code: 'UNAVAILABLE',
      detail: { retryAfter: 10 },
    });
    expect([...(await other)]).toEqual([4]);
  });

  it('stops running jobs when it is closed', async () => {
    const closing = printer();
    const ended = expect(closing.print(job('loops'), 'a')).rejects.toThrow(/closed/);
    await closing.close();
    await ended;
  });
});
