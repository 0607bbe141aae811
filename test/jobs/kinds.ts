import type { Json } from '../../src/content/types.js';
import { enqueue, type NewJob } from '../../src/jobs/enqueue.js';
import type { JobKind, JobRun } from '../../src/jobs/job-kind.js';
import { type JobOptions, type Jobs, startJobs } from '../../src/jobs/start-jobs.js';
import type { Row } from '../../src/store/rows.js';
import type { Store } from '../../src/store/store.js';
import { atEnd } from '../support/database.js';

/** A kind of jobs of a test. */
export function kindOf(run: (payload: Json, run: JobRun) => Promise<void> | void, name = 'test.run'): JobKind {
  return { name, run: async (payload, attempt) => run(payload, attempt) };
}

/** Adds a job of the kind of the test. */
export function add(store: Store, job: Partial<NewJob> = {}): Promise<string> {
  return store.transaction((tx) => enqueue(tx, { kind: 'test.run', payload: null, organizationId: null, ...job }));
}

/** Works on jobs until the test file is done, in another measure of time than servers. */
export async function working(store: Store, kinds: readonly JobKind[], options: JobOptions = {}): Promise<Jobs> {
  const jobs = await startJobs(store, kinds, { poll: 100, backoff: 1, lease: 60_000, ...options });
  atEnd(() => jobs.close());
  return jobs;
}

/** A job as it is now. */
export async function jobOf({ read }: Store, id: string): Promise<Row<'Job'> | undefined> {
  return read.first(read.sql.selectFrom('Job').selectAll().where('id', '=', id));
}
