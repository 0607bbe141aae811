import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.js';

/** How much making a PDF may take. */
export interface WorkerLimits {
  /** Workers that run at the same time. */
  atOnce: number;
  /** Jobs that wait for one of them; more are refused. */
  waiting: number;
  /** Milliseconds that one job may take. */
  milliseconds: number;
  /** Megabytes of memory that one job may take. */
  megabytes: number;
}

/** The limits of a server. */
export const workerLimits: WorkerLimits = { atOnce: 2, waiting: 50, milliseconds: 180_000, megabytes: 1024 };

/** What a worker sends back: the PDF, or why there is none. */
export type WorkerAnswer = { bytes: Uint8Array } | { refused: string };

/** Runs jobs in threads of their own, so that the server goes on answering. */
export interface WorkerPool<Job> {
  /**
   * Runs a job; `transfer` is memory that is handed over instead of copied.
   * @throws AppError UNAVAILABLE where too many jobs wait or the job took too long; CONFLICT with the reason PDF_TOO_LARGE
   * where it takes too much memory or was refused.
   */
  run(job: Job, transfer?: ArrayBuffer[]): Promise<Uint8Array>;
  /** Ends the workers; jobs under way fail. */
  close(): Promise<void>;
}

/**
 * Makes a pool of workers. Each job has a thread of its own that ends with it: what a job leaves behind goes with it, and
 * one that is stopped disturbs no other.
 * @param file path of the compiled worker.
 */
export function createWorkerPool<Job>(file: () => string, limits: WorkerLimits = workerLimits): WorkerPool<Job> {
  const running = new Set<Worker>();
  const queue: (() => void)[] = [];
  let free = limits.atOnce;
  return {
    async run(job, transfer = []) {
      if (free === 0) await turn(queue, limits.waiting);
      else free--;
      try {
        return await runIn(startWorker({ file: file(), job, transfer, limits }), { running, limits });
      } finally {
        const next = queue.shift();
        if (next) next();
        else free++;
      }
    },
    close: async () => void (await Promise.all([...running].map((worker) => worker.terminate()))),
  };
}

/** Resolves when it is this job's turn. */
function turn(queue: (() => void)[], waiting: number): Promise<void> {
  if (queue.length >= waiting) {
    throw new AppError('UNAVAILABLE', 'Too many PDFs are being made; try again soon', { retryAfter: 10 });
  }
  return new Promise((resolve) => queue.push(resolve));
}

interface Start<Job> {
  file: string;
  job: Job;
  transfer: ArrayBuffer[];
  limits: WorkerLimits;
}

function startWorker<Job>({ file, job, transfer, limits }: Start<Job>): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes };
  return new Worker(file, { workerData: job, transferList: transfer, resourceLimits, execArgv: [] });
}

function runIn(
  worker: Worker,
  { running, limits }: { running: Set<Worker>; limits: WorkerLimits },
): Promise<Uint8Array> {
  running.add(worker);
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(tookTooLong(limits)), limits.milliseconds);
    timer.unref();
    worker.once('message', (answer: WorkerAnswer) =>
      'bytes' in answer ? resolve(answer.bytes) : reject(tooLarge(answer.refused)),
    );
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge('making it takes too much memory') : error),
    );
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The worker ended with ${code} before it answered`));
    });
  }).finally(() => {
    running.delete(worker);
    void worker.terminate();
  });
}

function tookTooLong({ milliseconds }: WorkerLimits): AppError {
  const message = `The PDF was not made within ${milliseconds / 1000} seconds; ask for one page or for a part`;
  return new AppError('UNAVAILABLE', message, { reason: 'PDF_TOO_SLOW', retryAfter: 60 });
}

function tooLarge(why: string): AppError {
  const message = `There is no PDF of this: ${why}; ask for one page or for a part`;
  return new AppError('CONFLICT', message, { reason: 'PDF_TOO_LARGE' });
}
