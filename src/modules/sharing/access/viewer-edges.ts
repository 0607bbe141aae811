import { inScope } from '../../../access/policy.js';
import { actions } from '../../../access/required-roles.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { User } from '../../identity/users/user.js';
import { PolicyAction } from './explanation.js';

builder.objectField(User, 'permissions', (t) =>
  t.field({
    type: [PolicyAction],
    nullable: true,
    description:
      'Actions that the access token of the caller allows, in every place where the role of the user does; null for other users.',
    resolve: ({ id }, _args, { viewer }) =>
      viewer.kind === 'user' && viewer.userId === id ? actions.filter((action) => inScope(viewer, action)) : null,
  }),
);
