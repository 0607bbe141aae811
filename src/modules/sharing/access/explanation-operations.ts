import type { Action } from '../../../access/required-roles.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { explainAccess } from './explain.js';
import { AccessExplanation, PolicyAction } from './explanation.js';

builder.queryFields((t) => ({
  explainAccess: t.field({
    type: AccessExplanation,
    nullable: true,
    description: 'Explains whether somebody may do something; null for a subject that the caller does not see.',
    args: {
      subject: t.arg.id({
        required: true,
        description: 'Id of an organization, space, collection, change request, revision, page, file, team or site.',
      }),
      action: t.arg({ type: PolicyAction, required: true, description: 'Actions to apply to the subject.' }),
      user: t.arg.id({
        description:
          'Id of a member of the organization; only admins may set it. The default is the caller with its token.',
      }),
    },
    extensions: { policy: 'view of the subject; member.viewAccess for another user' },
    resolve: (_root, { subject, action, user }, context) =>
      explainAccess(context, { subject, action: action as Action, user }),
  }),
}));
