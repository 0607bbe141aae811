import { conversationJobs } from '../../../src/modules/conversations/analyse.js';
import type { Ai } from '../../../src/platform/ai/ai.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import type { TestApp } from '../../support/app.js';

/** Analyses all waiting conversations. Returns the number of attempts. */
export function analyseAll({ store }: Pick<TestApp, 'store'>, ai: Ai | null = null): Promise<number> {
  return runDueJobs(store, conversationJobs({ store, ai }));
}
