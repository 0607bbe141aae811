import { setTimeout as wait } from 'node:timers/promises';
import { runDueJobs } from '../../platform/jobs/run-due-jobs.js';
import type { Demo } from './demo.js';

/** Milliseconds between two checks of jobs that another process runs. */
const intervalMs = 100;

/**
 * Runs the jobs of the demo that are due, and returns when none is waiting or running. A server on the same database
 * may run some of them. A job that fails for good does not stop the demo.
 */
export async function finishJobs(demo: Demo): Promise<void> {
  for (;;) {
    await runDueJobs(demo.store, demo.jobs);
    if (!(await hasOpenJobs(demo))) return;
    await wait(intervalMs);
  }
}

async function hasOpenJobs({ store: { read }, organization, jobs }: Demo): Promise<boolean> {
  const kinds = jobs.map(({ name }) => name);
  const query = read.sql
    .selectFrom('Job')
    .select('id')
    .where('organizationId', '=', organization)
    .where(read.inList('kind', kinds))
    .where(read.inList('status', ['waiting', 'running']))
    .limit(1);
  return (await read.first(query)) !== undefined;
}
