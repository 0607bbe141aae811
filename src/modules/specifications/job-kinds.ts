import type { JobKind } from '../../platform/jobs/job-kind.js';
import { processKind } from './process-later.js';
import { type ProcessingDependencies, processSpecification } from './process-specification.js';
import { refreshDue } from './refresh-due.js';

/** Name of the job that enqueues a new fetch of all due specifications; it must run every few minutes. */
export const refreshKind = 'specification.refresh';

/** Returns the job kinds that process and refresh specifications. */
export function specificationJobs(dependencies: ProcessingDependencies): JobKind[] {
  return [
    {
      name: processKind,
      run: (payload, run) => processSpecification(dependencies, (payload as { id: string }).id, run),
    },
    { name: refreshKind, run: (_payload, run) => refreshDue(dependencies.store, new Date(), run) },
  ];
}
