import { viewersByToken } from '../../access/authenticate.js';
import { badInput } from '../../errors.js';
import type { Context } from '../../graphql/context.js';
import { type Loaders, loadersBeside } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';
import { takeTurns } from '../../threads/turns.js';
import { seesEvent } from './event.js';
import { type EventFilter, passes } from './event-filter.js';
import { type Follower, feedOf } from './feed.js';

type Event = Row<'Event'>;

/**
 * Events as they happen, in their order, as far as the caller may see them at that moment; behind `after`, else from now on.
 * It ends with the token. What each event is read with is put into the context, which serves one event after the other.
 * @throws RATE_LIMITED; BAD_USER_INPUT for an `after` that the log has not reached
 */
export async function followEvents(
  context: Context,
  followed: EventFilter,
  after: number | null | undefined,
): Promise<AsyncIterableIterator<Event>> {
  const caller = context.viewer.kind === 'anonymous' ? '' : context.viewer.userId;
  const follower = await feedOf(context.store).follow(followed.organizationId, caller);
  const latest = follower.latest();
  if (after != null && (after < 0 || after > latest)) {
    follower.leave();
    throw badInput(
      'after',
      `\`after\` must be the number of an event of the organization, up to ${latest}, got ${after}`,
    );
  }
  const events = seenEvents(context, followed, { follower, after: after ?? latest });
  const iterator: AsyncIterableIterator<Event> = {
    next: () => events.next(),
    // A generator that waits hears of its end only behind that; the follower hears of it now.
    return() {
      follower.leave();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* seenEvents(
  context: Context,
  followed: EventFilter,
  { follower, after }: { follower: Follower; after: number },
): AsyncGenerator<Event, undefined> {
  const renew = renewer(context, follower);
  try {
    for (let at = after; ; ) {
      const events = await follower.next(at);
      if (!events) return;
      await renew();
      for (const event of events) {
        at = event.sequence;
        if (!passes(event, followed)) continue;
        await takeTurns();
        await renew();
        if (await seesEvent(event, context)) yield event;
      }
    }
  } finally {
    follower.leave();
  }
}

/** Brings what the context knows up to this moment: who asks, and what was loaded. @throws UNAUTHENTICATED */
export function renewer(context: Context, follower: Follower): () => Promise<void> {
  let known: Loaders | undefined;
  return async () => {
    const round = follower.round();
    if (round === known) return;
    known = round;
    context.loaders = loadersBeside(round);
    if (context.viewer.kind !== 'user') return;
    const viewer = await round.get(viewersByToken, context.viewer.tokenId);
    if (viewer instanceof Error) throw viewer;
    context.viewer = viewer;
  };
}
