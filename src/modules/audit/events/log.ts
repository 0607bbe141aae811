import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { columnsOf, type EventFilter, passes } from './event-filter.js';
import { feedOf } from './feed.js';

type Event = Row<'Event'>;

/** The latest events that a filter lets pass, so many at most, in their order. Nobody's rights are asked: for the operator. */
export async function latestEvents({ read }: Store, filter: EventFilter, limit: number): Promise<Event[]> {
  let query = read.sql.selectFrom('Event').selectAll().orderBy('sequence', 'desc').limit(limit);
  for (const [column, value] of columnsOf(filter)) query = query.where(column, '=', value);
  if (filter.since) query = query.where('at', '>=', filter.since);
  return (await read.all(query)).reverse();
}

/** How a log is followed. */
export interface LogFollowing {
  /** Who follows, as the feed counts them. */
  caller: string;
  /** How many events come first that were there already. */
  limit: number;
  /** Ends it. */
  signal: AbortSignal;
}

/** The latest events that a filter lets pass, then those that happen, whichever process writes them, as they come. */
export async function* followedLog(
  store: Store,
  filter: EventFilter,
  { caller, limit, signal }: LogFollowing,
): AsyncGenerator<Event[]> {
  const follower = await feedOf(store).follow(filter.organizationId, caller);
  signal.addEventListener('abort', follower.leave);
  if (signal.aborted) follower.leave();
  try {
    const first = await latestEvents(store, filter, limit);
    yield first;
    // What was written between the two reads is among the first.
    let at = Math.max(follower.latest(), first.at(-1)?.sequence ?? 0);
    for (;;) {
      const events = await follower.next(at);
      if (!events) return;
      at = events.at(-1)?.sequence ?? at;
      yield events.filter((event) => passes(event, filter));
    }
  } finally {
    follower.leave();
  }
}
