import type { JobKind } from '../../platform/jobs/job-kind.js';
import { processKind } from './process-later.js';
import { type Processing, processSpecification } from './process-specification.js';
import { refreshDue } from './refresh-due.js';

/** Name of the job that enqueues a new fetch of all due specifications; it must run every few minutes. */
export const refreshKind = 'specification.refresh';

/** Job kinds of specifications. */
export function specificationJobs(parts: Processing): JobKind[] {
  return [
    {
      name: processKind,
      run: (payload, run) => processSpecification(parts, (payload as { id: string }).id, run),
    },
    { name: refreshKind, run: (_payload, run) => refreshDue(parts.store, new Date(), run) },
  ];
}
