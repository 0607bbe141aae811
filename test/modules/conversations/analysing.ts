import { conversationJobs } from '../../../src/modules/conversations/analyse.js';
import type { Ai } from '../../../src/platform/ai/ai.js';
import { workOff } from '../../../src/platform/jobs/work-off.js';
import type { TestApp } from '../../support/app.js';

/** Analyses all conversations that wait for it; answers how many attempts that took. */
export function analyseAll({ store }: Pick<TestApp, 'store'>, ai: Ai | null = null): Promise<number> {
  return workOff(store, conversationJobs({ store, ai }));
}
