import { channel } from 'node:diagnostics_channel';
import { AppError } from '../base/errors.js';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.js';
import { endThread, postTask, startThread, type Thread, type ThreadLimits } from './thread.js';

/** A task for a thread. */
interface Task extends Omit<Waiting, 'refuse'> {
  /** Name of the task in the module that the thread runs. */
  name: string;
  /** Creates the message to the thread. Called again if the thread died and the task runs once more. */
  message: () => TaskMessage;
  /**
   * Whether the message can be created only once, because it transfers buffers without keeping a copy. Such a task is
   * not repeated if its thread dies.
   */
  runsOnce?: boolean;
}

/** A message to a thread. */
export interface TaskMessage {
  /** Any value that the structured clone supports. */
  input: unknown;
  /** Buffers of the input that are transferred instead of copied. */
  transfer?: ArrayBuffer[];
}

/** Limits of a pool. */
export interface PoolLimits extends ThreadLimits {
  threads: number;
  /** Maximum number of threads that one tenant may hold; default: all. */
  threadsPerTenant?: number;
  /** If a task has a greater weight than this, one thread stays free for lighter tasks. Default: no limit. */
  heavy?: number;
  /** Maximum number of tasks of one tenant that wait for a thread; further ones are refused. */
  waiting: number;
  /** Maximum duration of a task, in milliseconds. */
  milliseconds: number;
  /** Milliseconds after which an idle thread ends. With 0, each task has its own thread. */
  idle: number;
}

/** Functions that create the errors of a pool. By default, their messages refer to content. */
export interface PoolRefusals {
  tooMany(tenant: string, waiting: number): AppError;
  tooSlow(milliseconds: number): AppError;
  tooLarge(): AppError;
}

/** Runs tasks in worker threads. Tenants are served in turn, and the light tasks of a tenant before its heavy ones. */
export interface ThreadPool {
  /**
   * Runs a task, and resolves to the response of the thread. If the thread dies, the task runs once more.
   * @throws AppError UNAVAILABLE if too many tasks of the tenant are waiting, or if the thread died each time
   * (WORKER_DIED). CONFLICT (WORK_TOO_LARGE) if the task takes too long or needs too much memory.
   */
  run(task: Task): Promise<unknown>;
  /** Reports whether another task of the tenant would be refused. */
  isFull(tenant: string): boolean;
  /** Ends the threads. Tasks that are running fail. */
  close(): Promise<void>;
}

/** Load of a pool. */
export interface ThreadPoolState {
  /** Path in `src`, without extension, of the module that the threads run. */
  module: string;
  /** Maximum number of threads. */
  limit: number;
  /** Number of threads. */
  threads: number;
  /** Number of threads that run a task. */
  busy: number;
  /** Number of tasks that wait for a thread. */
  waiting: number;
}

/** Pools that are in use. The references are weak, so that a pool can be garbage-collected with its application. */
const poolReferences = new Set<WeakRef<Pool>>();

/** Returns the load of all pools of this process that are in use, in order of creation. */
export function threadPoolStates(): ThreadPoolState[] {
  return [...poolReferences].flatMap((reference) => {
    const pool = reference.deref();
    if (!pool || pool.isClosed) poolReferences.delete(reference);
    return pool && !pool.isClosed ? [poolState(pool)] : [];
  });
}

function poolState({ module, limits, threads, queue }: Pool): ThreadPoolState {
  const busy = [...threads].filter(({ job }) => job !== null).length;
  return { module, limit: limits.threads, threads: threads.size, busy, waiting: queue.length() };
}

/** Publishes each task when a thread starts it, for tracing: `{ module, task }`. */
const startedTasks = channel('docgraph:threads');

/**
 * Creates a pool. Threads start when there is work for them. An idle thread does not prevent the process from exiting.
 * @param module path in `src`, without extension, of the module that the threads run; see `compiledFile`
 */
export function createThreadPool(module: string, limits: PoolLimits, refusals: Partial<PoolRefusals> = {}): ThreadPool {
  const allRefusals = { ...contentRefusals, ...refusals };
  const queue = createFairQueue<Job>({ perTenant: limits.waiting, full: allRefusals.tooMany });
  const pool: Pool = { module, limits, refusals: allRefusals, threads: new Set(), queue, isClosed: false };
  poolReferences.add(new WeakRef(pool));
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
  /** How many times a thread has started the task. */
  attempts: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

function startNext(pool: Pool): void {
  const { queue, threads, limits, isClosed } = pool;
  const busy = [...threads].filter(({ job }) => job !== null);
  if (isClosed || busy.length >= limits.threads) return;
  const next = queue.take(
    (job) => isBelowTenantLimit(pool, busy, job) && (!isHeavy(pool, job) || hasRoomForHeavy(pool, busy)),
  );
  if (next) assign(pool, next);
}

function isBelowTenantLimit({ limits }: Pool, busy: readonly Thread<Job>[], { tenant }: Job): boolean {
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

function assign(pool: Pool, job: Job): void {
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
    died: (reason) => handleDeath(pool, thread, reason),
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

/** Ends a thread, and rejects its task. */
function failJob(pool: Pool, thread: Thread<Job>, error: unknown): Promise<void> {
  const { job } = thread;
  const ended = remove(pool, thread);
  job?.reject(error);
  startNext(pool);
  return ended;
}

/** Removes a thread that has died, and queues its task once more. */
function handleDeath(pool: Pool, thread: Thread<Job>, reason: Error): void {
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
  tooSlow: () => outOfMemoryError('it takes too long'),
  tooLarge: () => outOfMemoryError('it takes too much memory'),
};

function outOfMemoryError(why: string): AppError {
  const message = `Cannot work on this content at once: ${why}. Ask for one page, or for a part.`;
  return new AppError('CONFLICT', message, { reason: 'WORK_TOO_LARGE' });
}
