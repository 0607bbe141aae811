import { refreshViewer } from '../../access/authenticate.js';
import { includes, type Role, type UserViewer, type Viewer } from '../../access/viewer.js';
import type { Json } from '../../content/types.js';
import { AppError } from '../../errors.js';
import { groupBy } from '../../group-by.js';
import type { Store } from '../../store/store.js';
import type { Transaction } from '../../store/transaction.js';

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

/** What ends an attempt whose viewer has lost a right meanwhile: the next one decides by what is left. */
const rightsLost = new Error('The viewer lost a right while it acted');

function attempt<Result>({ store, viewer }: Actor, work: Work<Result>): Promise<Result> {
  if (viewer.kind === 'anonymous') throw new AppError('UNAUTHENTICATED', 'This needs an access token');
  const actorId = viewer.userId;
  return store.transaction(async (tx) => {
    const at = new Date();
    const now = viewer.kind === 'user' ? await refreshViewer(tx.read, viewer) : viewer;
    const events: NewEvent[] = [];
    const under: Act = { tx, viewer: now, actorId, at, record: (event) => void events.push(event) };
    const settle = settling(under);
    const result = await work(under);
    const byOrganization = groupBy(events, (event) => event.organizationId);
    for (const [organizationId, own] of byOrganization)
      await appendEvents(tx, { organizationId, events: own, at, actorId });
    await settle([...byOrganization.keys()]);
    return result;
  });
}

/**
 * Sees to it that nothing is written by a right that is gone. Whoever takes rights away locks the organization, or the
 * token, and so do events: behind that lock the viewer is read once more. An action that has one of these locks of its
 * own is read again there instead, for it may well change the rights of its own viewer. On SQLite there is one writer,
 * and nothing happens meanwhile.
 * @returns what to call behind the events, with the organizations that have some
 */
function settling(under: Act): (organizationIds: string[]) => Promise<void> {
  const { tx, viewer } = under;
  if (viewer.kind !== 'user' || tx.read.provider === 'sqlite') return async () => {};
  let settled = false;
  under.tx = {
    ...tx,
    async lock(table, id) {
      await tx.lock(table, id);
      const settles = table === 'Organization' || (table === 'AccessToken' && id === viewer.tokenId);
      if (!settles || settled) return;
      settled = true;
      under.viewer = await readAgain(tx, viewer);
    },
  };
  return async (organizationIds) => {
    if (settled) return;
    const { roles } = await readAgain(tx, viewer);
    for (const id of organizationIds) if (!holds(roles.get(id), viewer.roles.get(id))) throw rightsLost;
  };
}

/** Reads the viewer behind a lock on its token, which nobody revokes before the transaction ends. */
async function readAgain(tx: Transaction, viewer: UserViewer): Promise<UserViewer> {
  await tx.lock('AccessToken', viewer.tokenId);
  return refreshViewer(tx.read, viewer);
}

/** Whether a role in an organization is still what it was, or more; undefined is no member. */
function holds(role: Role | null | undefined, before: Role | null | undefined): boolean {
  if (before === undefined) return true;
  return role !== undefined && (before === null || includes(role, before));
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
