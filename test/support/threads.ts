import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll } from 'vitest';

/** A task that was sent to a thread. */
export interface ThreadTask {
  /** Module that the thread runs. */
  module: string;
  task: string;
}

/**
 * Collects every task that is sent to a thread while the tests of this file run. Empty the list before the interesting
 * part.
 */
export function recordThreadTasks(): ThreadTask[] {
  const tasks: ThreadTask[] = [];
  const recordTask = (message: unknown) => tasks.push(message as ThreadTask);
  const given = channel('docgraph:threads');
  beforeAll(() => given.subscribe(recordTask));
  afterAll(() => void given.unsubscribe(recordTask));
  return tasks;
}
