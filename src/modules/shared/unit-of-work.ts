import { isDeepStrictEqual } from 'node:util';
import { refreshViewer } from '../../access/authenticate.js';
import { tenantOf } from '../../access/tenant.js';
import type { Viewer } from '../../access/viewer.js';
import type { Precondition } from '../../api/graphql/execution/precondition.js';
import type { RequestKey } from '../../api/graphql/execution/request-key.js';
import { groupBy } from '../../platform/arrays/group-by.js';
import { AppError } from '../../platform/base/errors.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { appendEvents, type NewEvent } from './append-events.js';
import { type Computation, type Compute, startComputing } from './computing.js';
import { runEventHooks } from './event-hooks.js';
import { runIdempotently, type SaveResult } from './idempotency.js';
import { mustRecheck, permissionLost, recheckPermissions } from './recheck-permissions.js';

/** An action in progress: one transaction with one actor and one time. */
export interface UnitOfWork {
  tx: Transaction;
  viewer: Viewer;
  /** User whom events and rows of the action name. */
  actorId: string;
  /** State in which the request expects the object that it changes. */
  precondition: Precondition | null;
  /** The time of everything that the action writes. */
  at: Date;
  /** Runs work on content that the action needs before it writes; see `Computation`. */
  compute<Value>(computation: Computation<Value>): Promise<Value>;
  /** Adds an event to the log. Events get their numbers at the end of the transaction, in the order of commits. */
  record(event: NewEvent): void;
  /** Declares that the result contains a secret. A repeated request does not get the result. */
  showOnce(): void;
}

/** The viewer of an action, and its store. */
export interface Actor {
  store: Store;
  viewer: Viewer;
  /** Tenant for fair queues; default: the tenant of the viewer (`access/tenant.ts`). */
  tenant?: string | undefined;
  /** Idempotency key of the request, if it has one. */
  requestKey?: RequestKey | null;
  /** State in which the request expects the object that it changes; see `requireHead`. */
  precondition?: Precondition | null;
}

/**
 * Runs an action: its writes and its events are one transaction. The work may run again after a conflict, so it must
 * not have effects outside the transaction. The transaction reads the viewer again, so that a permission that was lost
 * in the meantime counts. A repeated request gets the result of the first one, which is JSON, and does not run the
 * work.
 * @throws UNAUTHENTICATED without a token, or if the token was revoked in the meantime; errors of `runIdempotently`
 */
export function runAction<Result>(actor: Actor, work: Work<Result>): Promise<Result> {
  return runActionInSteps(actor, ({ last }) => last(work));
}

/** Runs the transactions of an action in steps, each as `runAction` does. */
export interface StepRunner {
  /** Runs a transaction that precedes the last one, such as a check under a lock. It must be safe to repeat. */
  before<Result>(work: Work<Result>): Promise<Result>;
  /** Runs the transaction that has the effect, and stores the idempotency key. It may be called again after an error. */
  last<Result>(work: Work<Result>): Promise<Result>;
  /** See `Computing.hold`; for work between transactions. */
  hold(branch: string): Promise<void>;
}

/**
 * Runs an action that has several transactions, or slow work before them. Returns the result of the last step. A
 * repeated request runs no step.
 * @throws errors of `runAction`
 */
export function runActionInSteps<Result>(actor: Actor, steps: (run: StepRunner) => Promise<Result>): Promise<Result> {
  return runIdempotently(actor, async (saveResult) => {
    const computing = startComputing(actor.store);
    const run = <Done>(step: Step<Done>) => computing.run((compute) => runWithCurrentPermissions(actor, step, compute));
    try {
      return await steps({
        before: (work) => run({ work, keep: async () => {} }),
        last: (work) => run({ work, keep: saveResult }),
        hold: computing.hold,
      });
    } finally {
      computing.end();
    }
  });
}

type Work<Result> = (runAction: UnitOfWork) => Promise<Result>;

/** The work of a transaction, and the function that stores its result. */
interface Step<Result> {
  work: Work<Result>;
  keep: SaveResult;
}

async function runWithCurrentPermissions<Result>(actor: Actor, step: Step<Result>, compute: Compute): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attemptStep(actor, { ...step, isFirst, compute });
    } catch (error) {
      if (error !== permissionLost) throw error;
    }
  }
}

/** One attempt to run the transaction of a step. */
interface Attempt<Result> extends Step<Result> {
  /** Whether this is the first attempt, so that no permission was lost yet. */
  isFirst: boolean;
  compute: Compute;
}

function attemptStep<Result>(
  { store, viewer, precondition = null, tenant = tenantOf(viewer) }: Actor,
  { work, keep: saveResult, isFirst, compute }: Attempt<Result>,
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
    const unit: UnitOfWork = {
      ...{ tx, viewer, actorId, precondition, at, record, showOnce },
      compute: (computation) => compute(tx.read, computation),
    };
    // If permissions are checked again at the end, the work starts at once. Its first reads are then in one batch with
    // the read of the viewer.
    const isAhead = isFirst && mustRecheck(unit);
    const refreshed = refresh(unit, isAhead);
    if (!isAhead) await refreshed;
    const requireRights = recheckPermissions(unit);
    const result = await awaitBoth(refreshed, work(unit));
    await saveResult(tx, { result, isSecret, at });
    await runEventHooks(unit, events);
    const byOrganization = groupBy(events, (event) => event.organizationId);
    for (const [organizationId, own] of byOrganization)
      appendEvents(tx, { organizationId, events: own, at, actorId, tokenId });
    await requireRights([...byOrganization.keys()]);
    return result;
  }, tenant);
}

/**
 * Reads the viewer again.
 * @param isAhead whether the work already runs with the viewer as it was before the body of the request arrived
 * @throws UNAUTHENTICATED if its token is no longer valid; `permissionLost` if the work must run again
 */
async function refresh(unit: UnitOfWork, isAhead: boolean): Promise<void> {
  const { viewer } = unit;
  if (viewer.kind !== 'user') return;
  unit.viewer = await refreshViewer(unit.tx.read, viewer);
  if (isAhead && !isDeepStrictEqual(unit.viewer, viewer)) throw permissionLost;
}

/** Awaits both promises. Returns the result of the second one; if both fail, throws the error of the first. */
async function awaitBoth<Result>(first: Promise<void>, then: Promise<Result>): Promise<Result> {
  const [before, result] = await Promise.allSettled([first, then]);
  if (before.status === 'rejected') throw before.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
