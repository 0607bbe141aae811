import { channel } from 'node:diagnostics_channel';
import { AppError } from '../base/errors.js';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.js';
import { endThread, postTask, startThread, type Thread, type ThreadLimits } from './thread.js';

/** A task for a thread. */
interface Task extends Omit<Waiting, 'refuse'> {
  /** Name of the task, which the thread's module knows. */
  name: string;
  /** Makes what is sent to the thread; called again when the thread died and the task runs once more. */
  message: () => TaskMessage;
  /** Whether the message can be made only once, because it moves buffers that no one else holds; then the task runs once. */
  runsOnce?: boolean;
}

/** What is sent to a thread. */
export interface TaskMessage {
  /** Anything that can be cloned. */
  input: unknown;
  /** Buffers of the input that are moved instead of copied. */
  transfer?: ArrayBuffer[];
}

/** Limits of a pool. */
export interface PoolLimits extends ThreadLimits {
  threads: number;
  /** Threads that one tenant may hold; default: all. */
  threadsPerTenant?: number;
  /** Tasks of more weight leave one thread to lighter ones; default: no task does. */
  heavy?: number;
  /** Tasks of one tenant that may wait for a thread; more are refused. */
  waiting: number;
  /** Milliseconds that a task may take. */
  milliseconds: number;
  /** Milliseconds after which a thread without work ends; 0: each task has a thread of its own. */
  idle: number;
}

/** Why a pool refuses tasks; the defaults speak of content. */
export interface PoolRefusals {
  tooMany(tenant: string, waiting: number): AppError;
  tooSlow(milliseconds: number): AppError;
  tooLarge(): AppError;
}

/** Runs tasks in worker threads. Tenants are served in turn, and the light tasks of a tenant before its heavy ones. */
export interface ThreadPool {
  /**
   * Runs a task; resolves to what the thread posts. A task whose thread died runs once more.
   * @throws AppError UNAVAILABLE when too many tasks of the tenant wait, or when the thread died each time
   * (WORKER_DIED); CONFLICT (WORK_TOO_LARGE) when it takes too long or too much memory.
   */
  run(task: Task): Promise<unknown>;
  /** Whether another task of the tenant would be refused. */
  isFull(tenant: string): boolean;
  /** Ends the threads; their tasks fail. */
  close(): Promise<void>;
}

/** Reports each task that a thread gets, for tracing: `{ module, task }`. */
const startedTasks = channel('docgraph:threads');

/**
 * Makes a pool. Threads start when there is work for them; a thread without work keeps no process alive.
 * @param module path of the threads' module in `src`, without its ending; see `compiledFile`
 */
export function createThreadPool(module: string, limits: PoolLimits, refusals: Partial<PoolRefusals> = {}): ThreadPool {
  const allRefusals = { ...contentRefusals, ...refusals };
  const queue = createFairQueue<Job>({ perTenant: limits.waiting, full: allRefusals.tooMany });
  const pool: Pool = { module, limits, refusals: allRefusals, threads: new Set(), queue, isClosed: false };
  return {
    isFull: (tenant) => queue.isFull(tenant),
    run: (task) =>
      new Promise((resolve, reject) => {
        queue.add({ ...task, attempts: 0, resolve, reject, refuse: reject });
        startNext(pool);
      }),
    async close() {
      pool.isClosed = true;
      await Promise.all([...pool.threads].map((thread) => failJob(pool, thread, new Error('The pool is closed'))));
    },
  };
}

interface Pool {
  module: string;
  limits: PoolLimits;
  refusals: PoolRefusals;
  threads: Set<Thread<Job>>;
  queue: FairQueue<Job>;
  isClosed: boolean;
}

interface Job extends Task, Waiting {
  /** Threads that had the task. */
  attempts: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

function startNext(pool: Pool): void {
  const { queue, threads, limits, isClosed } = pool;
  const busy = [...threads].filter(({ job }) => job !== null);
  if (isClosed || busy.length >= limits.threads) return;
  const next = queue.take((job) => hasShare(pool, busy, job) && (!isHeavy(pool, job) || hasRoomForHeavy(pool, busy)));
  if (next) give(pool, next);
}

function hasShare({ limits }: Pool, busy: readonly Thread<Job>[], { tenant }: Job): boolean {
  const { threads, threadsPerTenant = threads } = limits;
  return busy.filter(({ job }) => job!.tenant === tenant).length < threadsPerTenant;
}

function isHeavy({ limits: { heavy = Number.POSITIVE_INFINITY } }: Pool, { weight }: Job): boolean {
  return weight > heavy;
}

function hasRoomForHeavy(pool: Pool, busy: readonly Thread<Job>[]): boolean {
  const heavy = busy.filter(({ job }) => isHeavy(pool, job!)).length;
  return heavy === 0 || heavy < pool.limits.threads - 1;
}

function give(pool: Pool, job: Job): void {
  const { module, limits, refusals, threads } = pool;
  const thread = [...threads].find((one) => one.job === null) ?? addThread(pool);
  job.attempts++;
  if (startedTasks.hasSubscribers) startedTasks.publish({ module, task: job.name });
  const timeout = () => failJob(pool, thread, refusals.tooSlow(limits.milliseconds));
  try {
    postTask(thread, job, { ...limits, timeout });
  } catch (error) {
    finish(pool, thread, () => job.reject(error));
  }
}

function addThread(pool: Pool): Thread<Job> {
  const thread: Thread<Job> = startThread(pool.module, pool.limits, {
    answered: (answer) => finish(pool, thread, () => thread.job?.resolve(answer)),
    outOfMemory: () => void failJob(pool, thread, pool.refusals.tooLarge()),
    died: (reason) => died(pool, thread, reason),
  });
  pool.threads.add(thread);
  return thread;
}

function finish(pool: Pool, thread: Thread<Job>, answer: () => void): void {
  answer();
  clearTimeout(thread.timer);
  thread.job = null;
  thread.worker.unref();
  if (pool.limits.idle === 0) void remove(pool, thread);
  else thread.timer = setTimeout(() => remove(pool, thread), pool.limits.idle).unref();
  startNext(pool);
}

/** Ends a thread; its task fails. */
function failJob(pool: Pool, thread: Thread<Job>, error: unknown): Promise<void> {
  const { job } = thread;
  const ended = remove(pool, thread);
  job?.reject(error);
  startNext(pool);
  return ended;
}

/** Replaces a thread that died. Its task runs once more, in its turn. */
function died(pool: Pool, thread: Thread<Job>, reason: Error): void {
  if (!pool.threads.has(thread)) return;
  const { job } = thread;
  void remove(pool, thread);
  if (job) runAgain(pool, job, reason);
  startNext(pool);
}

function runAgain(pool: Pool, job: Job, reason: Error): void {
  try {
    if (job.runsOnce || job.attempts > 1) throw workerDied(reason);
    pool.queue.add(job);
  } catch (error) {
    job.reject(error);
  }
}

async function remove({ threads }: Pool, thread: Thread<Job>): Promise<void> {
  if (threads.delete(thread)) await endThread(thread);
}

function workerDied(cause: Error): AppError {
  const message = 'Cannot do this work: the worker thread ended. Try again, or with a smaller part.';
  return Object.assign(new AppError('UNAVAILABLE', message, { reason: 'WORKER_DIED', retryAfter: 60 }), { cause });
}

const contentRefusals: PoolRefusals = {
  tooMany(tenant, waiting) {
    const message = `Cannot work on this content now: ${waiting} tasks of ${tenant} are already waiting. Try again in 5 seconds.`;
    return new AppError('UNAVAILABLE', message, { reason: 'WORK_QUEUE_FULL', retryAfter: 5 });
  },
  tooSlow: () => tooLarge('it takes too long'),
  tooLarge: () => tooLarge('it takes too much memory'),
};

function tooLarge(why: string): AppError {
  const message = `Cannot work on this content at once: ${why}. Ask for one page, or for a part.`;
  return new AppError('CONFLICT', message, { reason: 'WORK_TOO_LARGE' });
}
