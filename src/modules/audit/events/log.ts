import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { type EventFilter, filterColumns, matchesFilter } from './event-filter.js';
import { feedOf } from './feed.js';

type Event = Row<'Event'>;

/**
 * Returns the latest events that pass a filter, at most `limit`, in ascending order. Checks no permissions, so only the
 * operator may use it.
 */
export async function latestEvents({ read }: Store, filter: EventFilter, limit: number): Promise<Event[]> {
  let query = read.sql.selectFrom('Event').selectAll().orderBy('sequence', 'desc').limit(limit);
  for (const [column, value] of filterColumns(filter)) query = query.where(column, '=', value);
  if (filter.since) query = query.where('at', '>=', filter.since);
  return (await read.all(query)).reverse();
}

/** Options of `followedLog`. */
export interface FollowOptions {
  /** Id of the caller. The feed limits the number of followers of a caller. */
  caller: string;
  /** Number of existing events to yield first. */
  limit: number;
  /** Ends the generator. */
  signal: AbortSignal;
}

/**
 * Yields the latest events that pass a filter, then new events as they happen. The new events may come from any
 * process.
 */
export async function* followedLog(
  store: Store,
  filter: EventFilter,
  { caller, limit, signal }: FollowOptions,
): AsyncGenerator<Event[]> {
  const follower = await feedOf(store).follow(filter.organizationId, caller);
  signal.addEventListener('abort', follower.leave);
  if (signal.aborted) follower.leave();
  try {
    const first = await latestEvents(store, filter, limit);
    yield first;
    // Events written between the two reads are in `first`.
    let at = Math.max(follower.latest(), first.at(-1)?.sequence ?? 0);
    for (;;) {
      const events = await follower.next(at);
      if (!events) return;
      at = events.at(-1)?.sequence ?? at;
      yield events.filter((event) => matchesFilter(event, filter));
    }
  } finally {
    follower.leave();
  }
}
