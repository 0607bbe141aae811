import { viewersByToken } from '../../../access/authenticate.js';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { type Loaders, loadersForViewer } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { seesEvent } from './event.js';
import { type EventFilter, passes } from './event-filter.js';
import { type Follower, feedOf } from './feed.js';

type Event = Row<'Event'>;

/**
 * Yields the events of a log as they happen, in order, if the caller may see them at that moment. They begin after the
 * number `after`, by default after the header `Last-Event-ID`, otherwise with the next event. The stream ends within a
 * second after the caller's token ends, or the caller no longer sees the organization. The context serves one event at
 * a time; it gets the loaders and the number of the current event.
 * @throws RATE_LIMITED; BAD_USER_INPUT for a number that the log has not reached; NOT_FOUND when the caller no longer
 * sees the organization
 */
export async function followEvents(
  context: Context,
  followed: EventFilter,
  after: number | null | undefined,
): Promise<AsyncIterableIterator<Event>> {
  const caller = context.viewer.kind === 'anonymous' ? '' : context.viewer.userId;
  const follower = await feedOf(context.store).follow(followed.organizationId, caller);
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
  const events = visibleEvents(context, followed, { follower, after: resume?.number ?? latest });
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

/** Returns the number in `Last-Event-ID`, or NaN if it is not a number; null without the header. */
function resumeHeader({ lastEventId }: Context): { field: string; number: number; shown: string } | null {
  if (lastEventId === null) return null;
  const number = /^\d+$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  return { field: 'Last-Event-ID', number, shown: JSON.stringify(lastEventId) };
}

async function* visibleEvents(
  context: Context,
  followed: EventFilter,
  { follower, after }: { follower: Follower; after: number },
): AsyncGenerator<Event, undefined> {
  const refreshContext = contextRefresher(context, follower);
  try {
    for (let at = after; ; ) {
      const events = await follower.next(at);
      if (!events) return;
      await refreshContext();
      requireOrganization(context, followed);
      for (const event of events) {
        at = event.sequence;
        if (!passes(event, followed)) continue;
        await yieldToEventLoop();
        await refreshContext();
        requireOrganization(context, followed);
        if (!(await seesEvent(event, context))) continue;
        context.eventNumber = event.sequence;
        yield event;
      }
    }
  } finally {
    follower.leave();
  }
}

/** Ends the stream of a caller who was disabled in the organization or removed from it. */
function requireOrganization({ viewer }: Context, { organizationId }: EventFilter): void {
  if (!can(viewer, 'organization.view', { organizationId })) throw notFound('organization', organizationId);
}

/**
 * Returns a function that updates the viewer and the loaders of the context to the current state.
 * @throws UNAUTHENTICATED
 */
export function contextRefresher(context: Context, follower: Follower): () => Promise<void> {
  let known: Loaders | undefined;
  return async () => {
    const round = follower.round();
    if (round === known) return;
    known = round;
    context.loaders = loadersForViewer(round);
    if (context.viewer.kind !== 'user') return;
    const viewer = await round.get(viewersByToken, context.viewer.tokenId);
    if (viewer instanceof Error) throw viewer;
    context.viewer = viewer;
  };
}
