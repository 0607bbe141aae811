import { AppError } from '../../../platform/base/errors.js';
import { createLoaders, type Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { type AutoResetEvent, createAutoResetEvent } from './auto-reset-event.js';

type Event = Row<'Event'>;

/** A follower of the log of one organization. */
export interface Follower {
  /** Number of the latest event. */
  latest(): number;
  /**
   * Waits for events after a number and returns them in order. An empty list means that `pollIntervalMs` has passed
   * without events; the caller must check its permissions. Null means that the follower has ended.
   */
  next(after: number): Promise<Event[] | null>;
  /** Returns the loaders for the current events. All followers of the log share them, so that data is read once. */
  round(): Loaders;
  /** Ends the follower, also while `next` waits. */
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
 * `pageOfEvents` at a time.
 */
const maxRecentEvents = 1_000;
const pageOfEvents = 200;

/**
 * Milliseconds between polls for events whose notification was lost. After each poll, followers check their access. So
 * they end within a second, also on SQLite, where other processes send no notifications.
 */
const pollIntervalMs = 750;

/**
 * Milliseconds for which events are collected into one notification. The more followers, the longer, because a
 * notification costs more.
 */
const gathering = ({ gates }: Tail): number => Math.min(250, 20 + gates.size);

/** Maximum number of logs that a caller follows at the same time. */
const maxFollowing = 250;

/** The newest events of an organization's log. */
interface Tail {
  organizationId: string;
  latest: number;
  /** The latest events, in order. */
  kept: Event[];
  /** Number of `kept` events that were there at the last poll. The next poll drops them. */
  old: number;
  gates: Set<AutoResetEvent>;
  round: Loaders | null;
  timer: NodeJS.Timeout | null;
}

const feeds = new WeakMap<Store, Feed>();

/** Returns the feed of a store. */
export function feedOf(store: Store): Feed {
  const known = feeds.get(store);
  if (known) return known;
  const feed = createFeed(store);
  feeds.set(store, feed);
  return feed;
}

function createFeed(store: Store): Feed {
  const tails = new Map<string, Tail>();
  const following = new Map<string, number>();
  let stop: (() => void) | null = null;

  function start(): void {
    const leave = store.notices.listen((topic) => {
      const tail = tails.get(topic);
      if (tail) tail.timer ??= setTimeout(() => void readNew(store, tail).catch(() => {}), gathering(tail));
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

  function count(caller: string, by: 1 | -1): void {
    const now = (following.get(caller) ?? 0) + by;
    if (now > maxFollowing) {
      const message = `At most ${maxFollowing} subscriptions of a caller can run at a time; end one of them`;
      throw new AppError('RATE_LIMITED', message, { reason: 'TOO_MANY_AT_ONCE', retryAfter: 1 });
    }
    if (now === 0) following.delete(caller);
    else following.set(caller, now);
  }

  return {
    async follow(organizationId, caller) {
      count(caller, 1);
      const tail = tails.get(organizationId) ?? emptyTail(organizationId);
      tails.set(organizationId, tail);
      const gate = createAutoResetEvent();
      tail.gates.add(gate);
      if (!stop) start();
      const leave = (): void => {
        if (!tail.gates.delete(gate)) return;
        gate.close();
        count(caller, -1);
        if (tail.gates.size === 0) tails.delete(organizationId);
        if (tails.size === 0) stop?.();
      };
      try {
        if (tail.latest < 0) await startAt(store, tail);
      } catch (error) {
        leave();
        throw error;
      }
      return followerOf(store, { tail, gate, leave });
    },
    followers: () => [...tails.values()].reduce((sum, { gates }) => sum + gates.size, 0),
    close() {
      for (const { gates } of tails.values()) for (const gate of gates) gate.close();
    },
  };
}

function emptyTail(organizationId: string): Tail {
  return { organizationId, latest: -1, kept: [], old: 0, gates: new Set(), round: null, timer: null };
}

function followerOf(
  store: Store,
  { tail, gate, leave }: { tail: Tail; gate: AutoResetEvent; leave: () => void },
): Follower {
  return {
    latest: () => tail.latest,
    async next(after) {
      if (gate.isClosed()) return null;
      if (after >= tail.latest) await gate.wait();
      if (gate.isClosed()) return null;
      return after < tail.latest ? eventsAfter(store, tail, after) : [];
    },
    round() {
      tail.round ??= createLoaders(store.read);
      return tail.round;
    },
    leave,
  };
}

/**
 * Returns the events whose sequence number is greater than `after`, up to the `latest` of the tail. Later events come
 * with the next call, so that their permissions are checked with data read after them.
 */
async function eventsAfter(
  store: Store,
  { organizationId, latest, kept: recentEvents }: Tail,
  after: number,
): Promise<Event[]> {
  const skipped = after - (latest - recentEvents.length);
  if (skipped >= 0) return recentEvents.slice(skipped);
  return (await readEvents(store, organizationId, after)).filter(({ sequence }) => sequence <= latest);
}

/** Reads the events whose sequence number is greater than `after`. Numbers have no gaps and rise in commit order. */
function readEvents({ read }: Store, organizationId: string, after: number): Promise<Event[]> {
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organizationId);
  return read.all(events.where('sequence', '>', after).orderBy('sequence').limit(pageOfEvents));
}

async function startAt({ read }: Store, tail: Tail): Promise<void> {
  const query = read.sql.selectFrom('Organization').select('eventSequence').where('id', '=', tail.organizationId);
  const found = await read.first(query);
  if (tail.latest < 0) tail.latest = found?.eventSequence ?? 0;
}

async function readNew(store: Store, tail: Tail): Promise<void> {
  if (tail.latest < 0) await startAt(store, tail);
  // Clears the timer, so that the next notification starts another read.
  tail.timer = null;
  for (;;) {
    const events = (await readEvents(store, tail.organizationId, tail.latest)).filter(
      ({ sequence }) => sequence > tail.latest,
    );
    if (events.length === 0) break;
    const all = [...tail.kept, ...events];
    tail.kept = all.slice(-maxRecentEvents);
    tail.old = Math.max(0, tail.old - (all.length - tail.kept.length));
    tail.latest = events.at(-1)!.sequence;
    // Followers that are already running may take these events at once, so they need new loaders. The former loaders
    // may have data from before the events.
    tail.round = null;
  }
  wake(tail);
}

/**
 * Polls all logs in one query. Followers of logs without new events are woken as well, to check whether they still may
 * follow.
 */
async function pollAll(store: Store, tails: readonly Tail[]): Promise<void> {
  const { read } = store;
  const ids = tails.map(({ organizationId }) => organizationId);
  const query = read.sql.selectFrom('Organization').select(['id', 'eventSequence']).where(read.inList('id', ids));
  const latest = new Map((await read.all(query)).map(({ id, eventSequence }) => [id, eventSequence]));
  for (const tail of tails) {
    dropOldEvents(tail);
    if ((latest.get(tail.organizationId) ?? 0) > tail.latest) await readNew(store, tail);
    else wake(tail);
  }
}

/**
 * Drops the events that were in memory at the last poll, because an erasure may replace their values in the store.
 * Followers that still need them read them from the store.
 */
function dropOldEvents(tail: Tail): void {
  tail.kept = tail.kept.slice(tail.old);
  tail.old = tail.kept.length;
}

function wake(tail: Tail): void {
  tail.round = null;
  for (const gate of tail.gates) gate.open();
}
