import { viewersByToken } from '../../../access/authenticate.js';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { type Loaders, loadersForViewer } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { canSeeEvent } from './event.js';
import { type EventFilter, matchesFilter } from './event-filter.js';
import { type Follower, feedOf } from './feed.js';
import { eventsExpired, oldestEventSequences } from './oldest-event.js';

type Event = Row<'Event'>;

/**
 * Returns a stream of the events of a log as they happen, in order. It contains events that the caller may see at that
 * moment. It begins after the sequence number `after`, by default after the header `Last-Event-ID`, otherwise with the
 * next event. It ends within a second after the token of the caller ends, or the caller no longer sees the
 * organization. Before each event, the stream sets the viewer, the loaders and the event number in `context`.
 * @throws RATE_LIMITED; BAD_USER_INPUT for a number that the log has not reached
 * @throws CONFLICT (EVENTS_EXPIRED) if retention has removed events that the stream needs; NOT_FOUND when the caller no longer
 * sees the organization
 */
export async function followEvents(
  context: Context,
  filter: EventFilter,
  after: number | null | undefined,
): Promise<AsyncIterableIterator<Event>> {
  const caller = context.viewer.kind === 'anonymous' ? '' : context.viewer.userId;
  const follower = await feedOf(context.store).follow(filter.organizationId, caller);
  const latest = follower.latest();
  const resume = after == null ? resumeHeader(context) : { field: 'after', number: after, shown: after };
  if (resume && !(resume.number >= 0 && resume.number <= latest)) {
    follower.leave();
    const { field, shown } = resume;
    throw badInput(
      field,
      `\`${field}\` must be the number of an event of the organization, up to ${latest} (got ${shown})`,
    );
  }
  const start = await startAfter(context, filter, { after: resume?.number ?? latest, latest }).catch((error) => {
    follower.leave();
    throw error;
  });
  const events = visibleEvents(context, filter, { follower, after: start });
  const iterator: AsyncIterableIterator<Event> = {
    next: () => events.next(),
    // `return` of a waiting generator takes effect only after its wait; `leave` ends the wait now.
    return() {
      follower.leave();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/**
 * Returns the number after which a stream begins. For 0, these are all events that are left.
 * @throws CONFLICT (EVENTS_EXPIRED) if retention has removed the next event
 */
async function startAfter(
  { loaders }: Context,
  { organizationId }: EventFilter,
  { after, latest }: { after: number; latest: number },
): Promise<number> {
  if (after === latest) return after;
  const oldest = await loaders.get(oldestEventSequences, organizationId);
  if (after === 0) return oldest - 1;
  if (after < oldest - 1) throw eventsExpired(after, oldest);
  return after;
}

/**
 * Returns the number in the header `Last-Event-ID`, or NaN if the header has no number. Returns null if there is no
 * header.
 */
function resumeHeader({ lastEventId }: Context): { field: string; number: number; shown: string } | null {
  if (lastEventId === null) return null;
  const number = /^\d+$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  return { field: 'Last-Event-ID', number, shown: JSON.stringify(lastEventId) };
}

async function* visibleEvents(
  context: Context,
  filter: EventFilter,
  { follower, after }: { follower: Follower; after: number },
): AsyncGenerator<Event, undefined> {
  const refreshContext = contextRefresher(context, follower);
  try {
    for (let at = after; ; ) {
      const events = await follower.next(at);
      if (!events) return;
      await refreshContext();
      requireOrganization(context, filter);
      for (const event of events) {
        at = event.sequence;
        if (!matchesFilter(event, filter)) continue;
        await yieldToEventLoop();
        await refreshContext();
        requireOrganization(context, filter);
        if (!(await canSeeEvent(event, context))) continue;
        context.eventNumber = event.sequence;
        yield event;
      }
    }
  } finally {
    follower.leave();
  }
}

/** Throws if the caller was disabled in the organization or removed from it, which ends the stream. */
function requireOrganization({ viewer }: Context, { organizationId }: EventFilter): void {
  if (!can(viewer, 'organization.view', { organizationId })) throw notFound('organization', organizationId);
}

/**
 * Returns a function that updates the viewer and the loaders of the context to the current state.
 * @throws UNAUTHENTICATED
 */
export function contextRefresher(context: Context, follower: Follower): () => Promise<void> {
  let latest: Loaders | undefined;
  return async () => {
    const loaders = follower.loaders();
    if (loaders === latest) return;
    latest = loaders;
    context.loaders = loadersForViewer(loaders);
    if (context.viewer.kind !== 'user') return;
    const viewer = await loaders.get(viewersByToken, context.viewer.tokenId);
    if (viewer instanceof Error) throw viewer;
    context.viewer = viewer;
  };
}
