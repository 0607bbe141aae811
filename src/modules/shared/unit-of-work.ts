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
  /** Id of the user that the events and rows of the action name as their actor. */
  actorId: string;
  /** Condition of the request on the head of the object that it changes; null if there is none. */
  precondition: Precondition | null;
  /** The time of everything that the action writes. */
  at: Date;
  /** Computes content that the action needs before it writes; see `Computation`. */
  compute<Value>(computation: Computation<Value>): Promise<Value>;
  /**
   * Adds an event to the log of its organization. Events get their numbers at the end of the transaction, in the order
   * of commits.
   */
  record(event: NewEvent): void;
  /** Declares that the result contains a secret. The result is then not stored for repeated requests. */
  showOnce(): void;
}

/** The viewer of an action, its store, and the data of its request. */
export interface Actor {
  store: Store;
  viewer: Viewer;
  /** Tenant for fair queues; default: the tenant of the viewer (`access/tenant.ts`). */
  tenant?: string | undefined;
  /** Idempotency key of the request, if it has one. */
  requestKey?: RequestKey | null;
  /** Condition of the request on the head of the object that it changes; see `requireHead`. */
  precondition?: Precondition | null;
}

/**
 * Runs an action: its writes and its events are one transaction. The work may run again after a conflict, so it must
 * not have effects outside of the transaction. The transaction reads the viewer again, so that an action cannot use a
 * permission that was revoked in the meantime. A repeated request does not run the work; it gets the result of the
 * first request, which is JSON.
 * @throws UNAUTHENTICATED without a token, or if the token was revoked in the meantime; errors of `runIdempotently`
 */
export function runAction<Result>(actor: Actor, work: Work<Result>): Promise<Result> {
  return runActionInSteps(actor, ({ last }) => last(work));
}

/** Functions that run the transactions of an action, each as `runAction` does. */
export interface StepRunner {
  /** Runs a transaction before the last one, such as a check with a lock. It must be safe to repeat. */
  before<Result>(work: Work<Result>): Promise<Result>;
  /**
   * Runs the transaction that has the effect of the action, and stores the idempotency key in it. It may be called
   * again after an error.
   */
  last<Result>(work: Work<Result>): Promise<Result>;
  /** See `Computing.hold`; for work between two transactions. */
  hold(branch: string): Promise<void>;
}

/**
 * Runs an action that has several transactions, or slow work before a transaction. Returns the result of `steps`. A
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

type Work<Result> = (unit: UnitOfWork) => Promise<Result>;

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
  /** Whether this is the first attempt. Later attempts follow the loss of a permission. */
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
    // If the permissions are checked again at the end, the work starts without waiting for the viewer. Its first reads
    // are then in one batch with the read of the viewer.
    const startsEarly = isFirst && mustRecheck(unit);
    const refreshed = refresh(unit, startsEarly);
    if (!startsEarly) await refreshed;
    const finishRecheck = recheckPermissions(unit);
    const result = await awaitBoth(refreshed, work(unit));
    await saveResult(tx, { result, isSecret, at });
    await runEventHooks(unit, events);
    const byOrganization = groupBy(events, (event) => event.organizationId);
    for (const [organizationId, own] of byOrganization)
      appendEvents(tx, { organizationId, events: own, at, actorId, tokenId });
    await finishRecheck([...byOrganization.keys()]);
    return result;
  }, tenant);
}

/**
 * Reads the viewer again in the transaction.
 * @param startsEarly whether the work has already started, with the viewer that was read at the start of the request
 * @throws UNAUTHENTICATED if the token is no longer valid
 * @throws permissionLost if the work must run again, because it started with another viewer
 */
async function refresh(unit: UnitOfWork, startsEarly: boolean): Promise<void> {
  const { viewer } = unit;
  if (viewer.kind !== 'user') return;
  unit.viewer = await refreshViewer(unit.tx.read, viewer);
  if (startsEarly && !isDeepStrictEqual(unit.viewer, viewer)) throw permissionLost;
}

/** Waits for both promises, and returns the result of the second one. If both fail, throws the error of the first. */
async function awaitBoth<Result>(first: Promise<void>, second: Promise<Result>): Promise<Result> {
  const [firstResult, secondResult] = await Promise.allSettled([first, second]);
  if (firstResult.status === 'rejected') throw firstResult.reason;
  if (secondResult.status === 'rejected') throw secondResult.reason;
  return secondResult.value;
}
