import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { refreshViewer } from '../../access/authenticate.js';
import { tenantOf } from '../../access/tenant.js';
import type { Viewer } from '../../access/viewer.js';
import type { Precondition } from '../../api/graphql/execution/precondition.js';
import type { RequestKey } from '../../api/graphql/execution/request-key.js';
import type { Json } from '../../engine/base/types.js';
import { groupBy } from '../../platform/arrays/group-by.js';
import { AppError } from '../../platform/base/errors.js';
import { kindOf } from '../../platform/base/ids.js';
import { updateLater } from '../../platform/db/write/change-rows.js';
import { insertLater } from '../../platform/db/write/insert-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { placeholder } from '../../platform/db/write/writing.js';
import { type Computation, type Compute, startComputing } from './computing.js';
import type { EventAction } from './event-actions.js';
import { asksAgain, rightsLost, watchRights } from './lost-rights.js';
import { type Keep, once } from './once.js';

/** One entry of an organization's event log. */
export interface NewEvent {
  organizationId: string;
  action: EventAction;
  /** Id of what it was done to. */
  targetId: string;
  /** The space that it was done in, where that is not the target. */
  spaceId?: string;
  /** The change request that it was done in. */
  changeRequestId?: string | null;
  changes?: { [name: string]: Json };
}

/** An action under way: one transaction, one actor, one time. */
export interface Act {
  tx: Transaction;
  viewer: Viewer;
  /** User who signs what the action writes. */
  actorId: string;
  /** What the request takes for granted of what it changes. */
  precondition: Precondition | null;
  /** The time of everything that the action writes. */
  at: Date;
  /** Does content work that the action needs before it writes; see `Computation`. */
  compute<Value>(computation: Computation<Value>): Promise<Value>;
  /** Adds to the event log; numbers are given at the end of the transaction, so that commit order is number order. */
  record(event: NewEvent): void;
  /** Says that the result has a secret in it: it is shown this once, and a repeat of the request does not get it. */
  showOnce(): void;
}

/** Who acts, and where. */
export interface Actor {
  store: Store;
  viewer: Viewer;
  /** Whose turn it takes in queues; default: by the viewer (`access/tenant.ts`). */
  tenant?: string | undefined;
  /** The key of the request, where it has one: its action is done once. */
  requestKey?: RequestKey | null;
  /** What the request takes for granted of what it changes; see `requireHead`. */
  precondition?: Precondition | null;
}

/**
 * Runs an action: everything it writes and its events are one transaction. The work may run again after a conflict, so
 * it has no effect outside the transaction. The viewer is read again in it: a right that was lost meanwhile is lost.
 * A repeat of the request gets the result of the first one, which is JSON, and no work is done.
 * @throws UNAUTHENTICATED without a token, or with one that was revoked meanwhile; what `once` throws.
 */
export function act<Result>(actor: Actor, work: Work<Result>): Promise<Result> {
  return inSteps(actor, ({ last }) => last(work));
}

/** How the transactions of an action in steps are run, each as in `act`. */
export interface Steps {
  /** Judges, and locks while it does; it leaves nothing that is to be done once. */
  before<Result>(work: Work<Result>): Promise<Result>;
  /** Has the effect, and the key of the request. It may be tried again where it threw. */
  last<Result>(work: Work<Result>): Promise<Result>;
  /** As `Computing.hold`, for work between the transactions. */
  hold(branch: string): Promise<void>;
}

/**
 * Runs an action that takes more than one transaction, or something slow before it: a repeat of the request does none of
 * it. Its result is that of the last step.
 * @throws what `act` throws
 */
export function inSteps<Result>(actor: Actor, steps: (run: Steps) => Promise<Result>): Promise<Result> {
  return once(actor, async (keep) => {
    const computing = startComputing(actor.store);
    const run = <Done>(step: Step<Done>) => computing.run((compute) => underRights(actor, step, compute));
    try {
      return await steps({
        before: (work) => run({ work, keep: async () => {} }),
        last: (work) => run({ work, keep }),
        hold: computing.hold,
      });
    } finally {
      computing.end();
    }
  });
}

type Work<Result> = (act: Act) => Promise<Result>;

/** The work of a transaction, and what keeps its result. */
interface Step<Result> {
  work: Work<Result>;
  keep: Keep;
}

async function underRights<Result>(actor: Actor, step: Step<Result>, compute: Compute): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt(actor, { ...step, isFirst, compute });
    } catch (error) {
      if (error !== rightsLost) throw error;
    }
  }
}

/** One transaction of a step. */
interface Attempt<Result> extends Step<Result> {
  /** Whether no attempt came before it that lost a right. */
  isFirst: boolean;
  compute: Compute;
}

function attempt<Result>(
  { store, viewer, precondition = null, tenant = tenantOf(viewer) }: Actor,
  { work, keep, isFirst, compute }: Attempt<Result>,
): Promise<Result> {
  if (viewer.kind === 'anonymous') throw new AppError('UNAUTHENTICATED', 'This needs an access token');
  const actorId = viewer.userId;
  const tokenId = viewer.kind === 'user' && viewer.tokenId !== '' ? viewer.tokenId : null;
  return store.transaction(async (tx) => {
    const at = new Date();
    const events: NewEvent[] = [];
    let isSecret = false;
    const record = (event: NewEvent): void => void events.push(event);
    const showOnce = (): void => {
      isSecret = true;
    };
    const under: Act = {
      ...{ tx, viewer, actorId, precondition, at, record, showOnce },
      compute: (computation) => compute(tx.read, computation),
    };
    // Where rights are asked for again at the end, the first reads of the work travel with that of the viewer.
    const isAhead = isFirst && asksAgain(under);
    const refreshed = refresh(under, isAhead);
    if (!isAhead) await refreshed;
    const requireRights = watchRights(under);
    const result = await behind(refreshed, work(under));
    await keep(tx, { result, isSecret, at });
    const byOrganization = groupBy(events, (event) => event.organizationId);
    for (const [organizationId, own] of byOrganization)
      appendEvents(tx, { organizationId, events: own, at, actorId, tokenId });
    await requireRights([...byOrganization.keys()]);
    return result;
  }, tenant);
}

/**
 * Reads the viewer as it is now.
 * @param isAhead whether the work has begun by what the viewer was before, which the body of the request may have outlasted
 * @throws UNAUTHENTICATED where its token is good no more; `rightsLost` where work that has begun is to begin anew
 */
async function refresh(under: Act, isAhead: boolean): Promise<void> {
  const { viewer } = under;
  if (viewer.kind !== 'user') return;
  under.viewer = await refreshViewer(under.tx.read, viewer);
  if (isAhead && !isDeepStrictEqual(under.viewer, viewer)) throw rightsLost;
}

/** The result of something, once what was begun before it is done: if both fail, that is why. */
async function behind<Result>(first: Promise<void>, then: Promise<Result>): Promise<Result> {
  const [before, result] = await Promise.allSettled([first, then]);
  if (before.status === 'rejected') throw before.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Events of one organization, and who signs them. */
export interface OwnEvents {
  organizationId: string;
  events: NewEvent[];
  at: Date;
  actorId: string;
  /** The token that they were done with. */
  tokenId?: string | null;
}

/**
 * Adds events to an organization's log: the last statement of a transaction, for it locks the organization's counter, so that
 * the order of numbers is the order of commits. Whoever follows the log is told once they are there.
 */
export function appendEvents(
  tx: Transaction,
  { organizationId, events, at, actorId, tokenId = null }: OwnEvents,
): void {
  updateLater(tx, { table: 'Organization', where: { id: organizationId }, add: { eventSequence: events.length } });
  const rows = events.map((event, index) => ({
    ...{ organizationId, at, actorId, tokenId },
    ...columnsOf(event),
    sequence: [organizationId, events.length - 1 - index],
  }));
  insertLater(tx, { table: 'Event', rows, computed: { sequence } });
  tx.announce(organizationId);
}

/** What an event is about, as it is stored. */
function columnsOf({ action, targetId, changes = {}, changeRequestId = null, ...event }: NewEvent) {
  const spaceId = event.spaceId ?? (kindOf(targetId) === 'Space' ? targetId : null);
  return { action, targetId, changes: JSON.stringify(changes), spaceId, changeRequestId };
}

/** The number that the organization's counter has by now, but for the events of the same action that come behind. */
const sequence = sql`(select "eventSequence" from "Organization" where "id" = ${placeholder}) - ${placeholder}`;
