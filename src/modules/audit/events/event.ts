import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { findNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { Space } from '../../content/spaces/space.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { ChangeRequest } from '../../review/change-requests/change-request.js';
import { changeRequestsById } from '../../review/change-requests/loaders.js';
import { eventActions } from '../../shared/event-actions.js';

type EventRow = Row<'Event'>;

/** Actions that the log of an organization records. */
export const EventAction = documentedEnum('EventAction', 'Events in an organization.', eventActions);

/** Reports whether the viewer is an admin, and may therefore see all events of the organization with all fields. */
export const canSeeAll = (viewer: Context['viewer'], { organizationId }: EventRow): boolean =>
  can(viewer, 'organization.viewEvents', { organizationId });

/** Guard of events: admins see all events, and other viewers see the events in spaces that they see. */
export const canSeeEvent: Guard<EventRow> = async (event, context) => {
  if (canSeeAll(context.viewer, event)) return true;
  const { spaceId } = event;
  const space = spaceId === null ? null : await context.loaders.load(spacesById, spaceId);
  return space !== null && canOnPlace(context, 'space.view', space);
};

/** An event of the log of an organization. */
export const Event = builder.objectRef<EventRow>('Event').implement({
  description: 'An action in an organization.',
  extensions: { guard: canSeeEvent },
  fields: (t) => ({
    sequence: t.exposeInt('sequence', { description: describe('Event', 'sequence') }),
    at: t.expose('at', { type: 'DateTime', description: 'When the action was done.' }),
    action: t.expose('action', { type: EventAction, description: 'Action of the event.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who did it.',
      resolve: ({ actorId }, _args, { loaders }) => (actorId === null ? null : loaders.load(usersById, actorId)),
    }),
    target: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'Object of the event, in its present state; null if it was deleted, or the caller may not see it.',
      resolve: ({ targetId }, _args, context) => findNode(context, targetId) as never,
    }),
    targetId: t.exposeID('targetId', { description: describe('Event', 'targetId') }),
    organization: t.field({
      type: Organization,
      description: 'Organization of the event.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'Space of the event, in its present state.',
      resolve: ({ spaceId }, _args, { loaders }) => (spaceId === null ? null : loaders.load(spacesById, spaceId)),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'Change request of the event, in its present state.',
      resolve: ({ changeRequestId }, _args, { loaders }) =>
        changeRequestId === null ? null : loaders.load(changeRequestsById, changeRequestId),
    }),
    tokenId: t.id({
      nullable: true,
      description: 'Id of the access token that was used; visible to admins, null for others and for the operator.',
      resolve: (event, _args, { viewer }) => (canSeeAll(viewer, event) ? event.tokenId : null),
    }),
    changes: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The changes, as ids and values, without secrets; visible to admins, null for others, since they may name objects that others do not see.',
      resolve: (event, _args, { viewer }) => (canSeeAll(viewer, event) ? event.changes : null),
    }),
  }),
});
