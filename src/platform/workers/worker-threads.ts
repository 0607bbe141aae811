import { availableParallelism } from 'node:os';

let threads = defaultWorkerThreads();

/** Returns the default number of threads that compute content: one per core, 2 to 8. */
export function defaultWorkerThreads(): number {
  return Math.min(8, Math.max(2, availableParallelism()));
}

/** Sets the maximum number of threads of this process that compute content. */
export function setWorkerThreads(count: number): void {
  threads = count;
}

/** Returns the maximum number of threads of this process that compute content. */
export function workerThreads(): number {
  return threads;
}
