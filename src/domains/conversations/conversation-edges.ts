import { authorize } from '../../access/policy.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { internal } from '../../graphql/field-marks.js';
import { Organization, owned } from '../organizations/organization.js';
import { viewerKey } from '../shared/visible.js';
import { Conversation } from './conversation.js';
import { conversationsByExternalId, externalKey } from './loaders.js';

builder.objectFields(Organization, (t) => ({
  conversations: listField(t, {
    type: Conversation,
    description: 'Conversations of the organization, most recently ingested first; requires the role edit.',
    args: { source: t.arg.string({ description: 'Only those from this source.' }) },
    authorize: (organization, { viewer }) => authorize(viewer, 'conversation.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ source }, context) => ({
      name: 'Organization.conversations',
      filters: [viewerKey(context), source],
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => {
        const { sql } = context.read;
        const query = sql.selectFrom('Conversation').selectAll().where('organizationId', '=', organizationId!);
        return source == null ? query : query.where('source', '=', source);
      },
    }),
  }),
  conversation: t.field({
    type: Conversation,
    nullable: true,
    description: 'A conversation of the organization by the id that the client chose.',
    args: { externalId: t.arg.string({ required: true, description: "The client's id." }) },
    resolve: ({ id: organizationId }, { externalId }, { loaders }) =>
      loaders.load(conversationsByExternalId, externalKey({ organizationId, externalId })),
  }),
}));

builder.objectField(Conversation, 'itself', (t) =>
  t.field({
    type: Conversation,
    description: 'The conversation.',
    extensions: internal,
    resolve: (conversation) => conversation,
  }),
);
