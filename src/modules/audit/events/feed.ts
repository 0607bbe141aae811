import { AppError } from '../../../platform/base/errors.js';
import { createLoaders, type Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { originOf, type Store } from '../../../platform/db/write/store.js';
import { type AutoResetEvent, createAutoResetEvent } from './auto-reset-event.js';
import { eventsExpired, oldestEventSequences } from './oldest-event.js';

type Event = Row<'Event'>;

/** A follower of the log of one organization. */
export interface Follower {
  /** Sequence number of the latest event. */
  latest(): number;
  /**
   * Waits for events after a sequence number and returns them in order. An empty list means that `pollIntervalMs` has
   * passed without events; the caller must check its permissions then. Null means that the follower has ended.
   * @throws CONFLICT (EVENTS_EXPIRED) if retention has removed the next event
   */
  next(after: number): Promise<Event[] | null>;
  /** Returns the loaders for the current events. All followers of the log share them, so that data is read once. */
  loaders(): Loaders;
  /** Ends the follower, even while `next` waits. */
  leave(): void;
}

/** The followed logs of one database. Each log is read once for all its followers. */
export interface Feed {
  /**
   * Starts to follow the log of an organization.
   * @throws RATE_LIMITED if the caller already follows the maximum number of logs
   */
  follow(organizationId: string, caller: string): Promise<Follower>;
  /** Number of followers. */
  followers(): number;
  /** Ends all followers. */
  close(): void;
}

/**
 * Maximum number of events of a log in memory. Followers that need older events read them from the store,
 * `eventsPerRead` at a time.
 */
const maxRecentEvents = 1_000;
const eventsPerRead = 200;

/**
 * Milliseconds between polls for events whose notification was lost. After each poll, followers check their access, so
 * that they end within a second. SQLite depends on this, because other processes send no notifications there.
 */
const pollIntervalMs = 750;

/**
 * Returns the delay between a new event and the wake-up of the followers, in milliseconds. It grows with the number of
 * followers, because waking them costs more.
 */
const wakeDelayMs = ({ wakeEvents }: Tail): number => Math.min(250, 20 + wakeEvents.size);

/** Maximum number of logs that a caller follows at the same time. */
const maxFollowing = 250;

/** State of the log of one organization while it has followers. */
interface Tail {
  organizationId: string;
  /** Sequence number of the latest event; -1 until it is read. */
  latest: number;
  /** The newest events, in order; at most `maxRecentEvents`. */
  recent: Event[];
  /** Number of events that were already in `recent` at the last poll. The next poll drops them. */
  polledCount: number;
  wakeEvents: Set<AutoResetEvent>;
  /** Loaders for the current events; null until a follower needs them. */
  loaders: Loaders | null;
  /** Timer of the next read; null if no read is planned. */
  timer: NodeJS.Timeout | null;
}

const feeds = new WeakMap<Store, Feed>();

/** Returns the feed of a store. */
export function feedOf(given: Store): Feed {
  const store = originOf(given);
  const existing = feeds.get(store);
  if (existing) return existing;
  const feed = createFeed(store);
  feeds.set(store, feed);
  return feed;
}

function createFeed(store: Store): Feed {
  const tails = new Map<string, Tail>();
  const followersByCaller = new Map<string, number>();
  let stop: (() => void) | null = null;

  function start(): void {
    const leave = store.notices.listen((topic) => {
      const tail = tails.get(topic);
      if (tail) tail.timer ??= setTimeout(() => void readNewEvents(store, tail).catch(() => {}), wakeDelayMs(tail));
    });
    // The poll finds events whose notification was lost, and lets followers check within a second whether they still
    // have access.
    const timer = setInterval(() => void pollAll(store, [...tails.values()]).catch(() => {}), pollIntervalMs);
    timer.unref();
    stop = () => {
      leave();
      clearInterval(timer);
      stop = null;
    };
  }

  function changeFollowerCount(caller: string, change: 1 | -1): void {
    const count = (followersByCaller.get(caller) ?? 0) + change;
    if (count > maxFollowing) {
      const message = `At most ${maxFollowing} subscriptions of a caller can run at a time; end one of them`;
      throw new AppError('RATE_LIMITED', message, { reason: 'TOO_MANY_AT_ONCE', retryAfter: 1 });
    }
    if (count === 0) followersByCaller.delete(caller);
    else followersByCaller.set(caller, count);
  }

  return {
    async follow(organizationId, caller) {
      changeFollowerCount(caller, 1);
      const tail = tails.get(organizationId) ?? emptyTail(organizationId);
      tails.set(organizationId, tail);
      const wakeEvent = createAutoResetEvent();
      tail.wakeEvents.add(wakeEvent);
      if (!stop) start();
      const leave = (): void => {
        if (!tail.wakeEvents.delete(wakeEvent)) return;
        wakeEvent.close();
        changeFollowerCount(caller, -1);
        if (tail.wakeEvents.size === 0) tails.delete(organizationId);
        if (tails.size === 0) stop?.();
      };
      try {
        if (tail.latest < 0) await readLatest(store, tail);
      } catch (error) {
        leave();
        throw error;
      }
      return createFollower(store, { tail, wakeEvent, leave });
    },
    followers: () => [...tails.values()].reduce((sum, { wakeEvents }) => sum + wakeEvents.size, 0),
    close() {
      for (const { wakeEvents } of tails.values()) for (const wakeEvent of wakeEvents) wakeEvent.close();
    },
  };
}

function emptyTail(organizationId: string): Tail {
  return { organizationId, latest: -1, recent: [], polledCount: 0, wakeEvents: new Set(), loaders: null, timer: null };
}

function createFollower(
  store: Store,
  { tail, wakeEvent, leave }: { tail: Tail; wakeEvent: AutoResetEvent; leave: () => void },
): Follower {
  return {
    latest: () => tail.latest,
    async next(after) {
      if (wakeEvent.isClosed()) return null;
      if (after >= tail.latest) await wakeEvent.wait();
      if (wakeEvent.isClosed()) return null;
      return after < tail.latest ? eventsAfter(store, tail, after) : [];
    },
    loaders() {
      tail.loaders ??= createLoaders(store.read);
      return tail.loaders;
    },
    leave,
  };
}

/**
 * Returns the events whose sequence number is greater than `after`, up to the `latest` of the tail. The next call
 * returns later events, so that their permissions are checked with data that is read after them.
 * @throws CONFLICT (EVENTS_EXPIRED) if retention has removed the next event
 */
async function eventsAfter(store: Store, { organizationId, latest, recent }: Tail, after: number): Promise<Event[]> {
  const skipped = after - (latest - recent.length);
  if (skipped >= 0) return recent.slice(skipped);
  const events = await readEvents(store, organizationId, after);
  if (events[0]?.sequence !== after + 1)
    throw eventsExpired(after, await createLoaders(store.read).get(oldestEventSequences, organizationId));
  return events.filter(({ sequence }) => sequence <= latest);
}

/**
 * Reads the events whose sequence number is greater than `after`. Numbers rise in commit order. They have no gaps, except
 * where retention has removed old events.
 */
function readEvents({ read }: Store, organizationId: string, after: number): Promise<Event[]> {
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organizationId);
  return read.all(events.where('sequence', '>', after).orderBy('sequence').limit(eventsPerRead));
}

async function readLatest({ read }: Store, tail: Tail): Promise<void> {
  const query = read.sql.selectFrom('Organization').select('eventSequence').where('id', '=', tail.organizationId);
  const found = await read.first(query);
  if (tail.latest < 0) tail.latest = found?.eventSequence ?? 0;
}

async function readNewEvents(store: Store, tail: Tail): Promise<void> {
  if (tail.latest < 0) await readLatest(store, tail);
  // Clears the timer, so that the next notification starts another read.
  tail.timer = null;
  for (;;) {
    const events = (await readEvents(store, tail.organizationId, tail.latest)).filter(
      ({ sequence }) => sequence > tail.latest,
    );
    if (events.length === 0) break;
    const all = [...tail.recent, ...events];
    tail.recent = all.slice(-maxRecentEvents);
    tail.polledCount = Math.max(0, tail.polledCount - (all.length - tail.recent.length));
    tail.latest = events.at(-1)!.sequence;
    // Followers that are already running may return these events at once, so they need new loaders. The previous
    // loaders may have data from before the events.
    tail.loaders = null;
  }
  wakeFollowers(tail);
}

/**
 * Polls all logs in one query. Also wakes the followers of logs without new events, so that they check their
 * permissions.
 */
async function pollAll(store: Store, tails: readonly Tail[]): Promise<void> {
  const { read } = store;
  const ids = tails.map(({ organizationId }) => organizationId);
  const query = read.sql.selectFrom('Organization').select(['id', 'eventSequence']).where(read.inList('id', ids));
  const latest = new Map((await read.all(query)).map(({ id, eventSequence }) => [id, eventSequence]));
  for (const tail of tails) {
    dropOldEvents(tail);
    if ((latest.get(tail.organizationId) ?? 0) > tail.latest) await readNewEvents(store, tail);
    else wakeFollowers(tail);
  }
}

/**
 * Drops the events that were in memory at the last poll, because an erasure may replace their values in the store.
 * Followers that still need them read them from the store.
 */
function dropOldEvents(tail: Tail): void {
  tail.recent = tail.recent.slice(tail.polledCount);
  tail.polledCount = tail.recent.length;
}

function wakeFollowers(tail: Tail): void {
  tail.loaders = null;
  for (const wakeEvent of tail.wakeEvents) wakeEvent.set();
}
