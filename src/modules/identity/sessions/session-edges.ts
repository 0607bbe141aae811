import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { Organization, owned } from '../organizations/organization.js';
import { User } from '../users/user.js';
import { liveSessions } from './live-sessions.js';
import { Session } from './session.js';

builder.objectField(User, 'sessions', (t) =>
  listField(t, {
    type: Session,
    description:
      'Browsers in which the caller is signed in, newest first; empty for other users. A token or session of one organization sees only the sessions of that organization.',
    args: {},
    key: ({ id }) => id,
    authorize: (_user, { viewer }) => {
      if (viewer.kind === 'user') authorize(viewer, 'viewer.viewTokens', viewer);
    },
    list: (_args, context) => {
      const { viewer } = context;
      const [ownUserId, boundOrganizationId] =
        viewer.kind === 'user' ? [viewer.userId, viewer.organizationId] : ['', null];
      return {
        name: 'User.sessions',
        filters: [viewerKey(context), boundOrganizationId],
        order: { columns: ['id'], direction: 'desc' },
        query: (userId) => {
          const sessions = liveSessions(context.read).where('userId', '=', userId!).where('userId', '=', ownUserId);
          return boundOrganizationId === null ? sessions : sessions.where('organizationId', '=', boundOrganizationId);
        },
      };
    },
  }),
);

builder.objectField(Organization, 'sessions', (t) =>
  listField(t, {
    type: Session,
    description:
      'Browsers in which people are signed in through the identity providers of the organization, newest first; for its admins.',
    args: {},
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'member.viewAccess', owned(organization)),
    list: (_args, context) => ({
      name: 'Organization.sessions',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => liveSessions(context.read).where('organizationId', '=', organizationId!),
    }),
  }),
);
