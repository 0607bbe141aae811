import { refreshViewer } from '../../access/authenticate.js';
import type { Viewer } from '../../access/viewer.js';
import type { Json } from '../../content/types.js';
import { AppError } from '../../errors.js';
import { groupBy } from '../../group-by.js';
import type { Store } from '../../store/store.js';
import type { Transaction } from '../../store/transaction.js';
import { rightsLost, watchRights } from './lost-rights.js';

/** One entry of an organization's event log. */
export interface NewEvent {
  organizationId: string;
  /** The action's name, such as `mergeChangeRequest`. */
  action: string;
  /** Id of what it was done to. */
  targetId: string;
  changes?: { [name: string]: Json };
}

/** An action under way: one transaction, one actor, one time. */
export interface Act {
  tx: Transaction;
  viewer: Viewer;
  /** User who signs what the action writes. */
  actorId: string;
  /** The time of everything that the action writes. */
  at: Date;
  /** Adds to the event log; numbers are given at the end of the transaction, so that commit order is number order. */
  record(event: NewEvent): void;
}

/** Who acts, and where. */
export interface Actor {
  store: Store;
  viewer: Viewer;
}

/**
 * Runs an action: everything it writes and its events are one transaction. The work may run again after a conflict, so
 * it has no effect outside the transaction. The viewer is read again in it: a right that was lost meanwhile is lost.
 * @throws UNAUTHENTICATED without a token, or with one that was revoked meanwhile.
 */
export async function act<Result>(actor: Actor, work: Work<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt(actor, work);
    } catch (error) {
      if (error !== rightsLost) throw error;
    }
  }
}

type Work<Result> = (act: Act) => Promise<Result>;

function attempt<Result>({ store, viewer }: Actor, work: Work<Result>): Promise<Result> {
  if (viewer.kind === 'anonymous') throw new AppError('UNAUTHENTICATED', 'This needs an access token');
  const actorId = viewer.userId;
  return store.transaction(async (tx) => {
    const at = new Date();
    const now = viewer.kind === 'user' ? await refreshViewer(tx.read, viewer) : viewer;
    const events: NewEvent[] = [];
    const under: Act = { tx, viewer: now, actorId, at, record: (event) => void events.push(event) };
    const requireRights = watchRights(under);
    const result = await work(under);
    const byOrganization = groupBy(events, (event) => event.organizationId);
    for (const [organizationId, own] of byOrganization)
      await appendEvents(tx, { organizationId, events: own, at, actorId });
    await requireRights([...byOrganization.keys()]);
    return result;
  });
}

/** Events of one organization, and who signs them. */
export interface OwnEvents {
  organizationId: string;
  events: NewEvent[];
  at: Date;
  actorId: string;
}

/** Adds events to an organization's log: the last statement of a transaction, for it locks the organization's counter. */
export async function appendEvents(tx: Transaction, { organizationId, events, at, actorId }: OwnEvents): Promise<void> {
  const { eventSequence } = await tx.prisma.organization.update({
    where: { id: organizationId },
    data: { eventSequence: { increment: events.length } },
    select: { eventSequence: true },
  });
  const first = eventSequence - events.length + 1;
  await tx.prisma.event.createMany({
    data: events.map(({ action, targetId, changes }, index) => ({
      organizationId,
      sequence: first + index,
      at,
      actorId,
      action,
      targetId,
      changes: changes ?? {},
    })),
  });
}
