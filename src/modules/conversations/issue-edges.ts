import { type SqlBool, sql } from 'kysely';
import { authorize } from '../../access/policy.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { internal } from '../../api/graphql/schema/field-marks.js';
import { Organization, owned } from '../identity/organizations/organization.js';
import { viewerKey } from '../shared/visible.js';
import { ConversationsIssuesCluster } from './cluster.js';
import { Conversation } from './conversation.js';
import { ConversationIssue } from './issue.js';
import { issuesById } from './loaders.js';

const newestFirst = { columns: ['id'], direction: 'desc' } as const;

const ConversationIssueFilter = builder.inputType('ConversationIssueFilter', {
  description: 'Selection of issues; all members must hold.',
  fields: (t) => ({
    cluster: t.id({ description: 'Only those of this cluster.' }),
    conversation: t.string({ description: 'Only those of the conversation with this id of the client.' }),
  }),
});

builder.objectFields(Organization, (t) => ({
  conversationIssues: listField(t, {
    type: ConversationIssue,
    description: 'Issues of all conversations of the organization, most recently found first; requires the role edit.',
    args: { filter: t.arg({ type: ConversationIssueFilter, description: 'Selection of issues.' }) },
    authorize: (organization, { viewer }) => authorize(viewer, 'conversation.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ filter }, context) => ({
      name: 'Organization.conversationIssues',
      filters: [viewerKey(context), filter],
      order: newestFirst,
      query: (organizationId) => {
        const { cluster, conversation } = filter ?? {};
        let query = context.read.sql
          .selectFrom('ConversationIssue')
          .selectAll()
          .where('organizationId', '=', organizationId!);
        if (cluster != null) query = query.where('clusterId', '=', cluster);
        if (conversation != null)
          query = query.where(sql<SqlBool>`"conversationId" = (select c."id" from "Conversation" as c
            where c."organizationId" = ${organizationId!} and c."externalId" = ${conversation})`);
        return query;
      },
    }),
  }),
  conversationIssue: t.field({
    type: ConversationIssue,
    nullable: true,
    description: 'An issue of the organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The issue's id." }) },
    resolve: async (organization, { id }, { loaders }) => {
      const issue = await loaders.load(issuesById, id);
      return issue?.organizationId === organization.id ? issue : null;
    },
  }),
}));

builder.objectField(Conversation, 'issues', (t) =>
  listField(t, {
    type: ConversationIssue,
    description: 'Issues that were found in it, most recently found first; none before it was analysed.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Conversation.issues',
      filters: viewerKey(context),
      order: newestFirst,
      query: (conversationId) =>
        context.read.sql.selectFrom('ConversationIssue').selectAll().where('conversationId', '=', conversationId!),
    }),
  }),
);

builder.objectField(ConversationsIssuesCluster, 'issues', (t) =>
  listField(t, {
    type: ConversationIssue,
    description: 'Its issues, most recently found first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'ConversationsIssuesCluster.issues',
      filters: viewerKey(context),
      order: newestFirst,
      query: (clusterId) =>
        context.read.sql.selectFrom('ConversationIssue').selectAll().where('clusterId', '=', clusterId!),
    }),
  }),
);

builder.objectField(ConversationIssue, 'itself', (t) =>
  t.field({
    type: ConversationIssue,
    description: 'The issue.',
    extensions: internal,
    resolve: (issue) => issue,
  }),
);
