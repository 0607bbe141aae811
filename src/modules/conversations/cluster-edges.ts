import { authorize } from '../../access/policy.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { Organization, owned } from '../identity/organizations/organization.js';
import { type Columns, hasChanged, orderChoice, rowOrder, updatedSince } from '../shared/list-arguments.js';
import { viewerKey } from '../shared/visible.js';
import { ClusterAnalysis, ConversationsIssuesCluster } from './cluster.js';
import { ConversationIssue } from './issue.js';
import { clustersById } from './loaders.js';

const ClusterFilter = builder.inputType('ConversationsIssuesClusterFilter', {
  description: 'Selection of clusters; all members must hold.',
  fields: (t) => ({
    status: t.field({ type: ClusterAnalysis, description: 'Only those whose analysis has this status.' }),
    updatedSince: updatedSince(t),
  }),
});

/** Order by a count that is always 0, so clusters are ordered by id only. */
const idOrder = { columns: ['id'] };

const clusterOrder = orderChoice<Columns>(
  'ConversationsIssuesCluster',
  {
    updatedAt: {
      description: 'When their issues or their texts last changed.',
      order: { columns: ['updatedAt', 'id'] },
    },
    issues: { description: 'The number of their issues.', order: { columns: ['issueCount', 'id'] } },
    conversations: {
      description: 'The number of their conversations.',
      order: { columns: ['conversationCount', 'id'] },
    },
    tasksTotal: { description: 'Number of their tasks, which is always 0.', order: idOrder },
    tasksBacklog: { description: 'Number of their tasks that wait, which is always 0.', order: idOrder },
    tasksStarted: { description: 'Number of their tasks that were begun, which is always 0.', order: idOrder },
  },
  'ConversationsIssuesClusterOrder',
);

builder.objectFields(Organization, (t) => ({
  conversationsIssuesClusters: listField(t, {
    type: ConversationsIssuesCluster,
    description: 'Clusters of issues of the organization; requires the role edit.',
    args: {
      filter: t.arg({ type: ClusterFilter, description: 'Selection of clusters.' }),
      orderBy: clusterOrder.argument(t),
    },
    authorize: (organization, { viewer }) => authorize(viewer, 'conversation.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ filter, orderBy }, context) => ({
      name: 'Organization.conversationsIssuesClusters',
      filters: [viewerKey(context), filter, orderBy],
      order: rowOrder(clusterOrder, orderBy),
      query: (organizationId) => {
        const { sql } = context.read;
        let query = sql
          .selectFrom('ConversationsIssuesCluster')
          .selectAll()
          .where('organizationId', '=', organizationId!);
        if (filter?.status != null) query = query.where('analysis', '=', filter.status);
        const since = filter?.updatedSince;
        const order = rowOrder(clusterOrder, orderBy);
        if (since != null) query = query.where(hasChanged(context.read, order, { column: 'updatedAt', since }));
        return query;
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
