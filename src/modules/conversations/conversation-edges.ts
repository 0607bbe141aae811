import { authorize } from '../../access/policy.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { internal } from '../../api/graphql/schema/field-marks.js';
import { Organization, owned } from '../identity/organizations/organization.js';
import { type Columns, orderChoice, rowOrder } from '../shared/list-arguments.js';
import { viewerKey } from '../shared/visible.js';
import { Conversation } from './conversation.js';
import { conversationsByExternalId, externalKey } from './loaders.js';

const ConversationFilter = builder.inputType('ConversationFilter', {
  description: 'Selection of conversations; all members must hold.',
  fields: (t) => ({
    source: t.string({ description: 'Only those from this source.' }),
    updatedSince: t.field({
      type: 'DateTime',
      description: 'Only those that were ingested, or replaced, at this time or later.',
    }),
  }),
});

const conversationOrder = orderChoice<Columns>('Conversation', {
  ingestedAt: { description: 'When the conversation was first ingested.', order: { columns: ['id'] } },
});

builder.objectFields(Organization, (t) => ({
  conversations: listField(t, {
    type: Conversation,
    description: 'Conversations of the organization, most recently ingested first; requires the role edit.',
    args: {
      filter: t.arg({ type: ConversationFilter, description: 'Selection of conversations.' }),
      orderBy: conversationOrder.argument(t),
    },
    authorize: (organization, { viewer }) => authorize(viewer, 'conversation.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ filter, orderBy }, context) => ({
      name: 'Organization.conversations',
      filters: [viewerKey(context), filter, orderBy],
      order: rowOrder(conversationOrder, orderBy),
      query: (organizationId) => {
        const { sql } = context.read;
        let query = sql.selectFrom('Conversation').selectAll().where('organizationId', '=', organizationId!);
        if (filter?.source != null) query = query.where('source', '=', filter.source);
        if (filter?.updatedSince != null) query = query.where('ingestedAt', '>=', filter.updatedSince);
        return query;
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
