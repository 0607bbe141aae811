import type { Store } from '../store/store.js';
import type { Crew } from './crew.js';
import { jobsTopic } from './enqueue.js';
import type { Queue, QueueOptions } from './queue.js';

/**
 * Looks into the table for jobs that are due: at once where this process has written one, else at every tick. Where none is due,
 * a look is one read.
 */
export function pollJobs(store: Store, crew: Crew, { concurrency, poll, onError }: QueueOptions): Queue {
  let workers = 0;
  let calls = 0;
  async function work(): Promise<void> {
    const heard = calls;
    workers += 1;
    try {
      while ((await crew.hasWork()) && (await crew.workOne())) look();
    } finally {
      workers -= 1;
    }
    if (calls !== heard) look();
  }
  function look(): void {
    if (workers < concurrency) work().catch(onError);
  }
  const leave = store.notices.listen((topic) => {
    if (topic !== jobsTopic) return;
    calls += 1;
    look();
  });
  const timer = setInterval(look, poll);
  look();
  return {
    async close() {
      leave();
      clearInterval(timer);
    },
  };
}
