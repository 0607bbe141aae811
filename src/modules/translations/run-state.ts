import type { Loaders } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';
import { jobsById } from '../jobs/loaders.js';

/** How a translation stands, and why its last run failed where it did. */
export interface RunState {
  status: 'pending' | 'running' | 'completed';
  error: string | null;
}

/** How a translation stands. One whose job was given up while it ran, since its process ended again and again, is pending. */
export async function runStateOf(loaders: Loaders, { status, error, jobId }: Row<'Translation'>): Promise<RunState> {
  if (status !== 'running') return { status: status as RunState['status'], error };
  const job = jobId === null ? null : await loaders.load(jobsById, jobId);
  const isUnderWay = job?.status === 'running' || job?.status === 'waiting';
  return isUnderWay ? { status: 'running', error: null } : { status: 'pending', error: job?.error ?? error };
}
