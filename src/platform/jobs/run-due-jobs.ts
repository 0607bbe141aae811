import type { Store } from '../db/write/store.js';
import { requeueExpired } from './expired-leases.js';
import type { JobKind } from './job-kind.js';
import { lanes } from './lanes.js';
import type { LeasedJob } from './lease.js';
import { runJob } from './run-job.js';
import { takeJob } from './take-job.js';

const patience = { lease: 30_000, backoff: 5_000 };

/**
 * Runs all due jobs of some kinds, one after the other, until none is left.
 * @returns the number of attempts
 * @throws the first error that no job has caused, such as a database that does not respond
 */
export async function runDueJobs(store: Store, kinds: readonly JobKind[]): Promise<number> {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const problems: unknown[] = [];
  const onError = (error: unknown): void => void problems.push(error);
  const { signal } = new AbortController();
  let attempts = 0;
  for (;;) {
    const job = await takeAny(store, kinds);
    if (!job) break;
    await runJob(byName.get(job.kind)!, job, { store, patience, signal, onError });
    attempts += 1;
  }
  if (problems.length > 0) throw problems[0];
  return attempts;
}

/** Takes the next due job from any lane. */
async function takeAny(store: Store, kinds: readonly JobKind[]): Promise<LeasedJob | null> {
  if (kinds.length === 0) return null;
  await requeueExpired(store, kinds);
  const names = kinds.map(({ name }) => name);
  for (const lane of lanes) {
    const job = await takeJob(store, { lane, kinds: names, excluded: new Set(), after: '' }, patience);
    if (job) return job;
  }
  return null;
}
