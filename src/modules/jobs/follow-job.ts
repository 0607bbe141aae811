import type { Context } from '../../api/graphql/execution/context.js';
import { notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { type Follower, feedOf } from '../audit/events/feed.js';
import { contextRefresher } from '../audit/events/follow.js';
import { seesJob } from './job.js';
import { jobsById } from './loaders.js';

type JobRow = Row<'Job'>;

/**
 * Returns a stream of the states of a job: its current state, then its new state within a second of each change.
 * Changes in quick succession are combined. The stream ends when the job ends, the viewer loses the permission to see
 * it, or the token becomes invalid.
 * @throws NOT_FOUND; RATE_LIMITED
 */
export async function followJob(context: Context, id: string): Promise<AsyncIterableIterator<JobRow>> {
  const job = await context.loaders.load(jobsById, id);
  if (!job?.organizationId || !(await seesJob(job, context))) throw notFound('job', id);
  const caller = context.viewer.kind === 'anonymous' ? '' : context.viewer.userId;
  const follower = await feedOf(context.store).follow(job.organizationId, caller);
  const states = streamStates(context, id, follower);
  const iterator: AsyncIterableIterator<JobRow> = {
    next: () => states.next(),
    // `leave` ends the wait for events. Until then, `return` of the generator has no effect.
    return() {
      follower.leave();
      return states.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* streamStates(context: Context, id: string, follower: Follower): AsyncGenerator<JobRow, undefined> {
  const renew = contextRefresher(context, follower);
  try {
    for (let at = follower.latest(), lastFingerprint = ''; ; ) {
      await renew();
      const job = await context.loaders.load(jobsById, id);
      if (!job || !(await seesJob(job, context))) return;
      if (stateFingerprint(job) !== lastFingerprint) yield job;
      lastFingerprint = stateFingerprint(job);
      if (job.finishedAt !== null) return;
      const events = await follower.next(at);
      if (!events) return;
      at = events.at(-1)?.sequence ?? at;
    }
  } finally {
    follower.leave();
  }
}

/** Returns a fingerprint of the fields whose changes the stream reports. */
function stateFingerprint({ status, done, total, attempts, error }: JobRow): string {
  return JSON.stringify([status, done, total, attempts, error]);
}
