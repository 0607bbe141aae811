import { authorize } from '../../access/policy.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { documentedEnum } from '../../graphql/enums.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { Organization, owned } from '../organizations/organization.js';
import { OrderDirection } from '../shared/order-direction.js';
import { viewerKey } from '../shared/visible.js';
import { ClusterAnalysis, ConversationsIssuesCluster } from './cluster.js';
import { ConversationIssue } from './issue.js';
import { clustersById } from './loaders.js';

const ClusterOrder = documentedEnum('ConversationsIssuesClusterOrder', 'Order of clusters of issues.', {
  updatedAt: 'When their issues or their texts last changed.',
  issues: 'The number of their issues.',
  conversations: 'The number of their conversations.',
  tasksTotal: 'Number of their tasks, which is always 0.',
  tasksBacklog: 'Number of their tasks that wait, which is always 0.',
  tasksStarted: 'Number of their tasks that were begun, which is always 0.',
});

/** The column that each order goes by; what is 0 everywhere orders nothing, so that the id does. */
const columnOf: Readonly<Record<string, string>> = {
  updatedAt: 'updatedAt',
  issues: 'issueCount',
  conversations: 'conversationCount',
};

builder.objectFields(Organization, (t) => ({
  conversationsIssuesClusters: listField(t, {
    type: ConversationsIssuesCluster,
    description: 'Clusters of issues of the organization; requires the role edit.',
    args: {
      order: t.arg({ type: OrderDirection, defaultValue: 'desc', description: 'Direction; default `DESC`.' }),
      orderBy: t.arg({ type: ClusterOrder, defaultValue: 'updatedAt', description: 'Order; default `UPDATED_AT`.' }),
      status: t.arg({ type: ClusterAnalysis, description: 'Only those whose analysis has this status.' }),
    },
    authorize: (organization, { viewer }) => authorize(viewer, 'conversation.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ order, orderBy, status }, context) => ({
      name: 'Organization.conversationsIssuesClusters',
      filters: [viewerKey(context), order, orderBy, status],
      order: {
        columns: [columnOf[orderBy ?? 'updatedAt'] ?? [], 'id'].flat(),
        direction: order === 'asc' ? 'asc' : 'desc',
      },
      query: (organizationId) => {
        const { sql } = context.read;
        const all = sql.selectFrom('ConversationsIssuesCluster').selectAll();
        const query = all.where('organizationId', '=', organizationId!);
        return status == null ? query : query.where('analysis', '=', status);
      },
    }),
  }),
  conversationsIssuesCluster: t.field({
    type: ConversationsIssuesCluster,
    nullable: true,
    description: 'A cluster of issues of the organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The cluster's id." }) },
    resolve: async (organization, { id }, { loaders }) => {
      const cluster = await loaders.load(clustersById, id);
      return cluster?.organizationId === organization.id ? cluster : null;
    },
  }),
}));

builder.objectField(ConversationIssue, 'cluster', (t) =>
  t.field({
    type: ConversationsIssuesCluster,
    nullable: true,
    description: 'Its cluster; null while no other issue is similar.',
    resolve: ({ clusterId }, _args, { loaders }) => (clusterId === null ? null : loaders.load(clustersById, clusterId)),
  }),
);

builder.objectField(ChangeRequest, 'conversationsIssuesCluster', (t) =>
  t.field({
    type: ConversationsIssuesCluster,
    nullable: true,
    description: 'Cluster of issues that it answers; null if there is none, or the caller does not see it.',
    resolve: ({ conversationsIssuesClusterId: id }, _args, { loaders }) =>
      id === null ? null : loaders.load(clustersById, id),
  }),
);
