import type { JobKind } from '../../platform/jobs/job-kind.js';
import { processKind } from './process-later.js';
import { type Processing, processSpecification } from './process-specification.js';
import { refreshDue } from './refresh-due.js';

/** Name of the job that has all specifications fetched again whose time has come; it is to run every some minutes. */
export const refreshKind = 'specification.refresh';

/** The jobs of specifications. */
export function specificationJobs(parts: Processing): JobKind[] {
  return [
    {
      name: processKind,
      run: (payload, run) => processSpecification(parts, (payload as { id: string }).id, run),
    },
    { name: refreshKind, run: (_payload, run) => refreshDue(parts.store, new Date(), run) },
  ];
}
