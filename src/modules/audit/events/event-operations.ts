import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { findChangeRequest } from '../../review/change-requests/find-change-request.js';
import { Event } from './event.js';
import { followEvents } from './follow.js';

const after =
  '`sequence` of the last event that the client has; later events follow. Default is the header `Last-Event-ID`, otherwise only new events.';

const policy = { policy: 'guard of Event' };

builder.subscriptionField('organizationEvents', (t) =>
  t.field({
    type: Event,
    description:
      'Events in an organization, as they happen: all for admins; for others those in spaces that they see. It ends with the token.',
    args: {
      organization: t.arg.id({ required: true, description: "The organization's id." }),
      after: t.arg.int({ description: after }),
    },
    extensions: policy,
    subscribe: (_root, { organization: organizationId, ...args }, context) => {
      if (!can(context.viewer, 'organization.view', { organizationId })) throw notFound('organization', organizationId);
      return followEvents(context, { organizationId }, args.after);
    },
    resolve: (event) => event as Row<'Event'>,
  }),
);

builder.subscriptionField('spaceEvents', (t) =>
  t.field({
    type: Event,
    description: 'Events in a space and its change requests, as they happen, while the caller sees the space.',
    args: {
      space: t.arg.id({ required: true, description: "The space's id." }),
      after: t.arg.int({ description: after }),
    },
    extensions: policy,
    subscribe: async (_root, { space, ...args }, context) => {
      const { organizationId, id: spaceId } = await loadVisibleSpace(context, space);
      return followEvents(context, { organizationId, spaceId }, args.after);
    },
    resolve: (event) => event as Row<'Event'>,
  }),
);

builder.subscriptionField('changeRequestEvents', (t) =>
  t.field({
    type: Event,
    description: 'Events of a change request, as they happen, while the caller sees its space.',
    args: {
      space: t.arg.id({ required: true, description: "The space's id." }),
      changeRequest: t.arg.string({
        required: true,
        description: 'Id, or number within the space, of the change request.',
      }),
      after: t.arg.int({ description: after }),
    },
    extensions: policy,
    subscribe: async (_root, { space, changeRequest: name, ...args }, context) => {
      const { organizationId, id: spaceId } = await loadVisibleSpace(context, space);
      const found = await findChangeRequest(context, name, spaceId);
      if (!found) throw notFound('change request', name);
      return followEvents(context, { organizationId, spaceId, changeRequestId: found.id }, args.after);
    },
    resolve: (event) => event as Row<'Event'>,
  }),
);

async function loadVisibleSpace(context: Context, id: string): Promise<Row<'Space'>> {
  const space = await context.loaders.load(spacesById, id);
  if (!space || !(await canOnPlace(context, 'space.view', space))) throw notFound('space', id);
  return space;
}
