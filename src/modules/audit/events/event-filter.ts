import type { Row } from '../../../platform/db/query/rows.js';

/** Filter for the events of an organization. An absent field matches all events. */
export interface EventFilter {
  organizationId: string;
  spaceId?: string | undefined;
  changeRequestId?: string | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  /** Earliest time of a matching event, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
}

/** Returns the columns that the filter compares with a value, and these values. */
export function filterColumns({ since: _since, ...columns }: EventFilter): ['action', string][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined) as ['action', string][];
}

/** Reports whether an event matches a filter. */
export function matchesFilter(event: Row<'Event'>, filter: EventFilter): boolean {
  return filterColumns(filter).every(([column, value]) => event[column] === value) && event.at >= (filter.since ?? '');
}
