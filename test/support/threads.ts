import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll } from 'vitest';

/** A task that was sent to a thread. */
export interface GivenTask {
  /** Module that the thread runs. */
  module: string;
  task: string;
}

/**
 * Collects every task that is sent to a thread while the tests of this file run. Empty the list before the interesting
 * part.
 */
export function hearThreads(): GivenTask[] {
  const heard: GivenTask[] = [];
  const hear = (message: unknown) => heard.push(message as GivenTask);
  const given = channel('docgraph:threads');
  beforeAll(() => given.subscribe(hear));
  afterAll(() => void given.unsubscribe(hear));
  return heard;
}
