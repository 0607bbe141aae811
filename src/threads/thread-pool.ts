import { channel } from 'node:diagnostics_channel';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.js';
import { compiledFile } from './compiled-file.js';

/** A task on its way to a thread. */
export interface Task {
  /** Name of the task, which the thread knows. */
  name: string;
  /** Anything that can be cloned. */
  input: unknown;
  /** How much work it is, in bytes: light tasks go before heavy ones. */
  weight: number;
  /** Buffers of the input that are given away instead of copied: whoever gives them may not read them again. */
  transfer?: ArrayBuffer[];
}

/** How much a pool may take. */
export interface PoolLimits {
  threads: number;
  /** Tasks of more weight leave one thread to lighter ones. */
  heavy: number;
  /** Tasks that wait for a thread; more are refused. */
  waiting: number;
  /** Milliseconds that one task may take. */
  milliseconds: number;
  /** Megabytes of memory that one thread may take. */
  megabytes: number;
  /** Milliseconds after which a thread without work ends. */
  idle: number;
}

/** Runs tasks in threads that stay for the next one. */
export interface ThreadPool {
  /**
   * Runs a task; resolves to what the thread posts.
   * @throws AppError UNAVAILABLE where too many wait; CONFLICT (WORK_TOO_LARGE) where it took too long or too much memory.
   */
  run(task: Task): Promise<unknown>;
  /** Whether so many tasks wait that another one would be refused. */
  isFull(): boolean;
}

/** Tells of each task that is given to a thread, to those who trace it: `{ module, task }`. */
const given = channel('docgraph:threads');

interface Job extends Task {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** Ends what takes too long, or has been idle for long. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Makes a pool. Threads start when there is work for them, and keep no process alive that has none.
 * @param module path of the thread's module in `src`, without its ending.
 */
export function createThreadPool(module: string, limits: PoolLimits): ThreadPool {
  const pool: Pool = { module, limits, threads: new Set(), queue: [] };
  const isFull = (): boolean => pool.queue.length >= limits.waiting;
  return {
    isFull,
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isFull()) return reject(tooMany());
        const at = pool.queue.findIndex(({ weight }) => weight > task.weight);
        pool.queue.splice(at === -1 ? pool.queue.length : at, 0, { ...task, resolve, reject });
        startNext(pool);
      }),
  };
}

interface Pool {
  module: string;
  limits: PoolLimits;
  threads: Set<Thread>;
  /** The lightest first; of equals the one that came first. */
  queue: Job[];
}

function startNext(pool: Pool): void {
  const { queue, threads, limits } = pool;
  const next = queue[0];
  if (!next) return;
  const busy = [...threads].filter(({ job }) => job !== null);
  if (busy.length >= limits.threads) return;
  const heavy = busy.filter(({ job }) => job!.weight > limits.heavy).length;
  if (next.weight > limits.heavy && heavy > 0 && heavy >= limits.threads - 1) return;
  queue.shift();
  give(pool, [...threads].find(({ job }) => job === null) ?? startThread(pool), next);
}

function give(pool: Pool, thread: Thread, job: Job): void {
  clearTimeout(thread.timer);
  thread.job = job;
  thread.worker.ref();
  thread.timer = setTimeout(() => end(pool, thread, tooLarge('it takes too long')), pool.limits.milliseconds).unref();
  const { name, input, transfer } = job;
  if (given.hasSubscribers) given.publish({ module: pool.module, task: name });
  try {
    thread.worker.postMessage({ name, input }, transfer);
  } catch (error) {
    finish(pool, thread, () => job.reject(error));
  }
}

function startThread(pool: Pool): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: pool.limits.megabytes };
  const worker = new Worker(compiledFile(pool.module), { resourceLimits, execArgv: [] });
  const thread: Thread = { worker, job: null, timer: undefined };
  pool.threads.add(thread);
  worker.on('message', (answer) => finish(pool, thread, () => thread.job?.resolve(answer)));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(pool, thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge('it takes too much memory') : error),
  );
  worker.on('exit', (code) => end(pool, thread, new Error(`The thread ended with ${code} before it answered`)));
  return thread;
}

function finish(pool: Pool, thread: Thread, answer: () => void): void {
  answer();
  clearTimeout(thread.timer);
  thread.job = null;
  thread.worker.unref();
  thread.timer = setTimeout(() => end(pool, thread, null), pool.limits.idle).unref();
  startNext(pool);
}

/** Ends a thread; what it had under way fails. */
function end(pool: Pool, thread: Thread, error: unknown): void {
  if (!pool.threads.delete(thread)) return;
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  thread.job?.reject(error);
  startNext(pool);
}

function tooMany(): AppError {
  return new AppError('UNAVAILABLE', 'Too much content is being worked on; try again soon', { retryAfter: 5 });
}

function tooLarge(why: string): AppError {
  const message = `This content is too large to be worked on at once: ${why}; ask for one page, or for a part`;
  return new AppError('CONFLICT', message, { reason: 'WORK_TOO_LARGE' });
}
