import type { Row } from '../../../platform/db/query/rows.js';

/** Which events of an organization are read or followed; what is absent is not asked for. */
export interface EventFilter {
  organizationId: string;
  spaceId?: string | undefined;
  changeRequestId?: string | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  /** The earliest time, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
}

/** The columns that have to equal what a filter says. */
export function columnsOf({ since: _since, ...columns }: EventFilter): ['action', string][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined) as ['action', string][];
}

/** Whether a filter lets an event pass. */
export function passes(event: Row<'Event'>, filter: EventFilter): boolean {
  return columnsOf(filter).every(([column, value]) => event[column] === value) && event.at >= (filter.since ?? '');
}
