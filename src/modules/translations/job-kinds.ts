import type { Json } from '../../engine/base/types.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { type RunDependencies, runTranslation } from './run-translation.js';
import { runKind } from './translate-later.js';

/** Job kinds of translations. */
export function translationJobs(running: RunDependencies): JobKind[] {
  return [{ name: runKind, run: (payload: Json, job) => runTranslation(running, (payload as { id: string }).id, job) }];
}
