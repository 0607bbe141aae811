import { AppError } from '../../../platform/base/errors.js';
import { createLoaders, type Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { createGate, type Gate } from './gate.js';

type Event = Row<'Event'>;

/** What follows the log of one organization. */
export interface Follower {
  /** Number of the latest event. */
  latest(): number;
  /**
   * The events behind a number, in their order, as soon as there are some. None of them: a second has passed, and rights may
   * have ended. Null: it is over.
   */
  next(after: number): Promise<Event[] | null>;
  /** What the events of this moment are read with: all followers share its reads. */
  round(): Loaders;
  /** Ends it, also while `next` waits. */
  leave(): void;
}

/** The logs that somebody follows, of one database: each is read once for all its followers. */
export interface Feed {
  /** @throws RATE_LIMITED where the caller follows too much already */
  follow(organizationId: string, caller: string): Promise<Follower>;
  /** How many follow. */
  followers(): number;
  /** Ends all following. */
  close(): void;
}

/** Events of a log in memory; who is further behind reads them from the store, so many at once. */
const keptEvents = 1_000;
const pageOfEvents = 200;

/** Milliseconds after which what was not heard of is asked for. */
const asked = 1_000;

/** Milliseconds in which events are gathered: the more follow, the more it costs to tell them of one at a time. */
const gathering = ({ gates }: Tail): number => Math.min(250, 20 + gates.size);

/** Most logs that a caller follows at a time. */
const maxFollowing = 250;

/** The end of the log of an organization. */
interface Tail {
  organizationId: string;
  latest: number;
  /** The latest events, in their order. */
  kept: Event[];
  gates: Set<Gate>;
  round: Loaders | null;
  timer: NodeJS.Timeout | null;
}

const feeds = new WeakMap<Store, Feed>();

/** The feed of a store. */
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
    // What is lost is found a second later; so is the end of a right.
    const timer = setInterval(() => void askAll(store, [...tails.values()]).catch(() => {}), asked);
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
      const gate = createGate();
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
  return { organizationId, latest: -1, kept: [], gates: new Set(), round: null, timer: null };
}

function followerOf(store: Store, { tail, gate, leave }: { tail: Tail; gate: Gate; leave: () => void }): Follower {
  return {
    latest: () => tail.latest,
    async next(after) {
      if (gate.isClosed()) return null;
      if (after >= tail.latest) await gate.wait();
      if (gate.isClosed()) return null;
      return after < tail.latest ? eventsBehind(store, tail, after) : [];
    },
    round() {
      tail.round ??= createLoaders(store.read);
      return tail.round;
    },
    leave,
  };
}

/** What the log has beyond what is known of it is told later, judged by what is read behind it. */
async function eventsBehind(store: Store, { organizationId, latest, kept }: Tail, after: number): Promise<Event[]> {
  const skipped = after - (latest - kept.length);
  if (skipped >= 0) return kept.slice(skipped);
  return (await readEvents(store, organizationId, after)).filter(({ sequence }) => sequence <= latest);
}

/** Events behind a number; numbers have no gap, and who commits later has a higher one. */
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
  // What is announced from here on is read by another call.
  tail.timer = null;
  for (;;) {
    const events = (await readEvents(store, tail.organizationId, tail.latest)).filter(
      ({ sequence }) => sequence > tail.latest,
    );
    if (events.length === 0) break;
    tail.kept = [...tail.kept, ...events].slice(-keptEvents);
    tail.latest = events.at(-1)!.sequence;
    // Who is on the way takes these at once: none of them is judged by what was read before it was done.
    tail.round = null;
  }
  wake(tail);
}

/** Asks all logs at once whether they have gone on, and has their followers look whether they still may follow. */
async function askAll(store: Store, tails: readonly Tail[]): Promise<void> {
  const { read } = store;
  const ids = tails.map(({ organizationId }) => organizationId);
  const query = read.sql.selectFrom('Organization').select(['id', 'eventSequence']).where(read.inList('id', ids));
  const latest = new Map((await read.all(query)).map(({ id, eventSequence }) => [id, eventSequence]));
  for (const tail of tails) {
    if ((latest.get(tail.organizationId) ?? 0) > tail.latest) await readNew(store, tail);
    else wake(tail);
  }
}

function wake(tail: Tail): void {
  tail.round = null;
  for (const gate of tail.gates) gate.open();
}
