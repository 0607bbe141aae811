import type { Queries } from '../../platform/db/query/queries.js';

/** Filter for events: their organization, and optionally their space, object or actor. */
export interface EventScope {
  organizationId: string;
  spaceId?: string;
  targetId?: string;
  actorId?: string;
}

/** An event as `show` prints it. */
export interface PrintedEvent {
  at: string;
  action: string;
  /** Name of the user who did it; null for actions of the server. */
  actor: string | null;
}

/** Returns the latest event of an organization, a space, an object or a user; null if there is none. */
export async function lastEvent(read: Queries, scope: EventScope): Promise<PrintedEvent | null> {
  let query = read.sql
    .selectFrom('Event')
    .leftJoin('User', 'User.id', 'Event.actorId')
    .select(['Event.at', 'Event.action', 'User.displayName as actor']);
  for (const [column, value] of Object.entries(scope)) query = query.where(`Event.${column as 'action'}`, '=', value);
  return (await read.first(query.orderBy('Event.sequence', 'desc').limit(1))) ?? null;
}
