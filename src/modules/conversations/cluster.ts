import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../shared/addresses.js';
import { issueTalliesByCluster, sourcesOf } from './cluster-tallies.js';
import { seesConversation } from './conversation.js';
import { clustersById } from './loaders.js';
import { pulseWeeks, weeklyTotals } from './weeks.js';

type ClusterRow = Row<'ConversationsIssuesCluster'>;

/** State of the analysis of a cluster. */
export const ClusterAnalysis = documentedEnum(
  'ConversationsIssuesClusterStatus',
  'State of the analysis of a cluster, until it is complete.',
  { pending: 'It waits for an analysis.', analysing: 'An analysis runs.' },
);

const ConversationSourceCounts = jsonScalar<never, Record<string, number>>('ConversationSourceCounts', {
  description: 'Numbers by source.',
  type: 'object',
  additionalProperties: { type: 'number' },
});

/** Counts that are always 0, because clusters have no tasks. */
const tasks = ['tasksTotal', 'tasksBacklog', 'tasksStarted', 'tasksCompleted', 'tasksCancelled'] as const;

const ClusterStats = builder.objectRef<ClusterRow>('ConversationsIssuesClusterStats').implement({
  description: 'Counts of a cluster.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    issues: t.exposeInt('issueCount', { description: describe('ConversationsIssuesCluster', 'issueCount') }),
    conversations: t.exposeInt('conversationCount', {
      description: describe('ConversationsIssuesCluster', 'conversationCount'),
    }),
    ...(Object.fromEntries(
      tasks.map((name) => [name, t.int({ description: 'Always 0: there are no tasks.', resolve: () => 0 })]),
    ) as Record<(typeof tasks)[number], ReturnType<typeof t.int>>),
  }),
});

const ClusterUrls = addressesType<ClusterRow>('ConversationsIssuesClusterUrls', {
  location: locationAddress(({ organizationId, id }) => `/orgs/${organizationId}/conversations-clusters/${id}`),
  app: appAddress(),
});

/** A cluster of issues. */
export const ConversationsIssuesCluster = builder.node(builder.objectRef<ClusterRow>('ConversationsIssuesCluster'), {
  description: 'Similar issues of several conversations.',
  extensions: { guard: seesConversation, rest: { constants: { object: 'issues-cluster' } } },
  id: { resolve: ({ id }) => id, description: describe('ConversationsIssuesCluster', 'id') },
  fields: (t) => ({
    label: t.exposeString('label', { description: describe('ConversationsIssuesCluster', 'label') }),
    summary: t.exposeString('summary', { description: describe('ConversationsIssuesCluster', 'summary') }),
    icon: t.exposeString('icon', {
      description: describe('ConversationsIssuesCluster', 'icon'),
      extensions: { rest: { schema: { maxLength: 50 } } },
    }),
    status: t.expose('analysis', {
      type: ClusterAnalysis,
      nullable: true,
      description: 'State of its analysis; null when it is complete.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was found.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: describe('ConversationsIssuesCluster', 'updatedAt'),
    }),
    weeklyPulse: t.field({
      type: ['Int'],
      description:
        'Number of its issues that come from conversations of each of the last 13 weeks, Monday to Sunday in UTC; the current week is last.',
      extensions: { rest: { schema: { minItems: pulseWeeks, maxItems: pulseWeeks } } },
      resolve: async ({ id }, _args, context) =>
        weeklyTotals(await context.loaders.load(issueTalliesByCluster, id), new Date()),
    }),
    sources: t.field({
      type: ConversationSourceCounts,
      description: 'Number of its issues from each source.',
      resolve: async ({ id }, _args, { loaders }) => sourcesOf(await loaders.load(issueTalliesByCluster, id)),
    }),
    stats: t.field({ type: ClusterStats, description: 'Its numbers.', resolve: (cluster) => cluster }),
    organization: t.field({
      type: Organization,
      description: 'Organization of its conversations.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    urls: t.field({ type: ClusterUrls, description: 'Addresses of the cluster.', resolve: (cluster) => cluster }),
  }),
});

registerNode('ConversationsIssuesCluster', ({ loaders }, id) => loaders.load(clustersById, id));
