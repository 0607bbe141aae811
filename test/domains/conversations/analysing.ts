import type { Ai } from '../../../src/ai/ai.js';
import { conversationJobs } from '../../../src/domains/conversations/analyse.js';
import { workOff } from '../../../src/jobs/work-off.js';
import type { TestApp } from '../../support/app.js';

/** Analyses all conversations that wait for it; answers how many attempts that took. */
export function analyseAll({ store }: Pick<TestApp, 'store'>, ai: Ai | null = null): Promise<number> {
  return workOff(store, conversationJobs({ store, ai }));
}
