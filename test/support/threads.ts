import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll } from 'vitest';

/** A task that was given to a thread. */
export interface GivenTask {
  /** The module that the thread runs. */
  module: string;
  task: string;
}

/** Hears of every task that is given to a thread while the tests of this file run; empty it before what is of interest. */
export function hearThreads(): GivenTask[] {
  const heard: GivenTask[] = [];
  const hear = (message: unknown) => heard.push(message as GivenTask);
  const given = channel('docgraph:threads');
  beforeAll(() => given.subscribe(hear));
  afterAll(() => void given.unsubscribe(hear));
  return heard;
}
