import { sql } from 'kysely';
import type { Json } from '../../engine/base/types.js';
import { idKind } from '../../platform/base/ids.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { placeholder } from '../../platform/db/write/writing.js';
import type { EventAction } from './event-actions.js';

/** One entry of an organization's event log. */
export interface NewEvent {
  organizationId: string;
  action: EventAction;
  /** Id of the object that the action changed. */
  targetId: string;
  /** Space of the target, if the target is not a space. */
  spaceId?: string;
  /** Change request of the target. */
  changeRequestId?: string | null;
  changes?: { [name: string]: Json };
}

/** Events of one action in one organization, with their actor. */
export interface OwnEvents {
  organizationId: string;
  events: NewEvent[];
  at: Date;
  actorId: string;
  /** Token of the request. */
  tokenId?: string | null;
}

/**
 * Adds events to the log of an organization. It must be the last statement of a transaction. It locks the counter of
 * the organization, so that the order of numbers is the order of commits. Followers of the log are notified after the
 * commit.
 */
export function appendEvents(
  tx: Transaction,
  { organizationId, events, at, actorId, tokenId = null }: OwnEvents,
): void {
  bufferUpdate(tx, { table: 'Organization', where: { id: organizationId }, add: { eventSequence: events.length } });
  const rows = events.map((event, index) => ({
    ...{ organizationId, at, actorId, tokenId },
    ...eventColumns(event),
    sequence: [organizationId, events.length - 1 - index],
  }));
  bufferInsert(tx, { table: 'Event', rows, computed: { sequence } });
  tx.announce(organizationId);
}

/** Columns of an event. */
function eventColumns({ action, targetId, changes = {}, changeRequestId = null, ...event }: NewEvent) {
  const spaceId = event.spaceId ?? (idKind(targetId) === 'Space' ? targetId : null);
  return { action, targetId, changes: JSON.stringify(changes), spaceId, changeRequestId };
}

/** Number of an event: the counter of the organization, minus the events of the same action after it. */
const sequence = sql`(select "eventSequence" from "Organization" where "id" = ${placeholder}) - ${placeholder}`;
