import { Worker } from 'node:worker_threads';
import { compiledFile } from './compiled-file.js';

/** Limits of a thread. */
export interface ThreadLimits {
  /** Maximum memory, in megabytes. */
  megabytes: number;
  /** Returns the compiled file of a module; default: `compiledFile`. Tests replace it. */
  file?: (module: string) => string;
}

/** A worker thread and its task. */
export interface Thread<Job> {
  worker: Worker;
  job: Job | null;
  /** Ends a task that takes too long, or a thread that is idle for too long. */
  timer: NodeJS.Timeout | undefined;
}

/** Handlers of the events of a thread. */
export interface ThreadEvents {
  answered(answer: unknown): void;
  outOfMemory(): void;
  /** Called when the module throws, or when the thread ends without a response. */
  died(reason: Error): void;
}

/** Starts a thread that runs a module, given the module's path in `src` without extension. */
export function startThread<Job>(
  module: string,
  { megabytes, file = compiledFile }: ThreadLimits,
  events: ThreadEvents,
): Thread<Job> {
  const resourceLimits = { maxOldGenerationSizeMb: megabytes };
  const worker = new Worker(file(module), { resourceLimits, execArgv: [] });
  worker.on('message', events.answered);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? events.outOfMemory() : events.died(error),
  );
  worker.on('exit', (code) => events.died(new Error(`The thread ended with ${code} before it answered`)));
  return { worker, job: null, timer: undefined };
}

/** A task that is posted to a thread. */
interface Posted {
  name: string;
  message: () => { input: unknown; transfer?: ArrayBuffer[] };
}

/**
 * Sends a task to a thread. The thread keeps the process from exiting until it responds.
 * @throws DataCloneError if the input cannot be cloned
 */
export function postTask<Job extends Posted>(
  thread: Thread<Job>,
  job: Job,
  { milliseconds, timeout }: { milliseconds: number; timeout: () => void },
): void {
  clearTimeout(thread.timer);
  thread.job = job;
  thread.worker.ref();
  thread.timer = setTimeout(timeout, milliseconds).unref();
  const { input, transfer } = job.message();
  thread.worker.postMessage({ name: job.name, input }, transfer);
}

/** Ends a thread. */
export async function endThread<Job>({ worker, timer }: Thread<Job>): Promise<void> {
  clearTimeout(timer);
  await worker.terminate();
}
