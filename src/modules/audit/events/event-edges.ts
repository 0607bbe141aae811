import { sql } from 'kysely';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import type { List } from '../../../platform/db/query/connections.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Space } from '../../content/spaces/space.js';
import { Organization } from '../../identity/organizations/organization.js';
import { ChangeRequest } from '../../review/change-requests/change-request.js';
import { type Columns, type GivenOrder, orderChoice, rowOrder } from '../../shared/list-arguments.js';
import { isInVisibleSpace, isVisible, viewerKey } from '../../shared/visible.js';
import { Event, EventAction } from './event.js';

/** Filter argument of a list of events. */
interface EventFilters {
  actor?: string | null;
  action?: string | null;
  target?: string | null;
  since?: string | null;
  until?: string | null;
}

/**
 * Column with the id of the object whose events are listed. For a space or change request, the list is also limited to
 * its organization.
 */
type Parent = 'organizationId' | 'spaceId' | 'changeRequestId';

/** Columns that must equal the value of an argument of the filter, by argument. */
const columnsByArgument = { actor: 'actorId', action: 'action', target: 'targetId' } as const;

const EventFilter = builder.inputType('EventFilter', {
  description: 'Selection of events; all members must hold.',
  fields: (t) => ({
    actor: t.id({ description: 'Only actions of this user.' }),
    action: t.field({ type: EventAction, description: 'Only those with this name.' }),
    target: t.id({ description: 'Only events about the object with this id.' }),
    since: t.field({ type: 'DateTime', description: 'Only events at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Only events before this time.' }),
  }),
});

const eventOrder = orderChoice<Columns>('Event', {
  at: { description: 'When the event happened.', order: { columns: ['sequence'] } },
});

/** Arguments of a list of events. */
interface Selection {
  filter?: EventFilters | null | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
}

function eventList(parent: Parent, { filter, orderBy }: Selection, context: Context): List<Row<'Event'>> {
  const { since, until, ...filters } = filter ?? {};
  return {
    name: `events by ${parent}`,
    filters: [viewerKey(context), orderBy, since, until, filters],
    order: rowOrder(eventOrder, orderBy),
    query: (organization, place) => {
      let query = context.read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization!);
      if (place) query = query.where(parent, '=', place);
      for (const [name, column] of Object.entries(columnsByArgument) as [keyof typeof columnsByArgument, 'action'][])
        if (filters[name] != null) query = query.where(column, '=', filters[name]!);
      if (since) query = query.where('at', '>=', since);
      if (until) query = query.where('at', '<', until);
      const [isAdmin, isInSpace] = [
        isVisible(context, 'organization.viewEvents'),
        isInVisibleSpace(context, 'space.view'),
      ];
      return query.where(sql<boolean>`(${isAdmin} or ${isInSpace})` as never);
    },
  };
}

/** Returns the field `events` of a type that has events. */
function eventsField<Holder>(
  t: Fields<Holder>,
  { parent, description, key }: { parent: Parent; description: string; key: (holder: Holder) => string },
) {
  return listField(t, {
    type: Event,
    description,
    args: {
      filter: t.arg({ type: EventFilter, description: 'Selection of events.' }),
      orderBy: eventOrder.argument(t),
    },
    key,
    list: (selection, context) => eventList(parent, selection, context),
  });
}

builder.objectField(Organization, 'events', (t) =>
  eventsField(t, {
    parent: 'organizationId',
    description: 'Events of the organization, newest first: all for admins; for others those in spaces that they see.',
    key: ({ id }) => id,
  }),
);

builder.objectField(Space, 'events', (t) =>
  eventsField(t, {
    parent: 'spaceId',
    description: 'Events of the space and its change requests, newest first; events before a transfer are left out.',
    key: ({ organizationId, id }) => `${organizationId} ${id}`,
  }),
);

builder.objectField(ChangeRequest, 'events', (t) =>
  eventsField(t, {
    parent: 'changeRequestId',
    description: 'Events of the object, newest first.',
    key: ({ organizationId, id }) => `${organizationId} ${id}`,
  }),
);
