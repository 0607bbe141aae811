import { sql } from 'kysely';
import type { Json } from '../../engine/base/types.js';
import { idKind } from '../../platform/base/ids.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { placeholder } from '../../platform/db/write/writing.js';
import type { EventAction } from './event-actions.js';

/** An entry for the event log of an organization. */
export interface NewEvent {
  organizationId: string;
  action: EventAction;
  /** Id of the object that the action changed. */
  targetId: string;
  /** Id of the space that contains the target; absent if the target is a space or is in none. */
  spaceId?: string;
  /** Id of the change request that the event is about, if there is one. */
  changeRequestId?: string | null;
  changes?: { [name: string]: Json };
}

/** Events of one action in one organization, and the user who acted. */
export interface ActionEvents {
  organizationId: string;
  events: NewEvent[];
  at: Date;
  actorId: string;
  /** Id of the token of the request; null if the request had none. */
  tokenId?: string | null;
}

/**
 * Adds events to the log of an organization. Call it as the last statement of a transaction. It locks the counter of
 * the organization, so that events are numbered in the order of commits. Subscribers of the log are notified after the
 * commit.
 */
export function appendEvents(
  tx: Transaction,
  { organizationId, events, at, actorId, tokenId = null }: ActionEvents,
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

function eventColumns({ action, targetId, changes = {}, changeRequestId = null, ...event }: NewEvent) {
  const spaceId = event.spaceId ?? (idKind(targetId) === 'Space' ? targetId : null);
  return { action, targetId, changes: JSON.stringify(changes), spaceId, changeRequestId };
}

/**
 * SQL of the number of an event: the counter of the organization, minus the number of later events of the same action.
 */
const sequence = sql`(select "eventSequence" from "Organization" where "id" = ${placeholder}) - ${placeholder}`;
