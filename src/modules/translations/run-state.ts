import type { Loaders } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';
import { jobsById } from '../jobs/loaders.js';

/** State of a translation, and the error of its last run if it failed. */
export interface RunState {
  status: 'pending' | 'running' | 'completed';
  error: string | null;
}

/**
 * Returns the state of a translation. It is pending if its job was given up during the run, because the process ended
 * repeatedly.
 */
export async function runStateOf(loaders: Loaders, { status, error, jobId }: Row<'Translation'>): Promise<RunState> {
  if (status !== 'running') return { status: status as RunState['status'], error };
  const job = jobId === null ? null : await loaders.load(jobsById, jobId);
  const isUnderWay = job?.status === 'running' || job?.status === 'waiting';
  return isUnderWay ? { status: 'running', error: null } : { status: 'pending', error: job?.error ?? error };
}
