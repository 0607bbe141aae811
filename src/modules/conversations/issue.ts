import { builder } from '../../api/graphql/schema/builder.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { Conversation, seesConversation } from './conversation.js';
import { conversationsById, issuesById } from './loaders.js';

type IssueRow = Row<'ConversationIssue'>;

const ConversationIssueUrls = addressesType<IssueRow>('ConversationIssueUrls', {
  location: locationAddress(({ organizationId, id }) => `/orgs/${organizationId}/conversations-issues/${id}`),
});

/** An issue. */
export const ConversationIssue = builder.node(builder.objectRef<IssueRow>('ConversationIssue'), {
  description: 'A request or complaint that a conversation contains.',
  extensions: { guard: seesConversation, rest: { constants: { object: 'conversation-issue' } } },
  id: { resolve: ({ id }) => id, description: describe('ConversationIssue', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('ConversationIssue', 'title') }),
    summary: t.exposeString('summary', { description: describe('ConversationIssue', 'summary') }),
    quotes: t.stringList({
      description: describe('ConversationIssue', 'quotes'),
      resolve: ({ quotes }) => quotes as unknown as string[],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('ConversationIssue', 'createdAt') }),
    ingestedAt: t.expose('ingestedAt', {
      type: 'DateTime',
      description: describe('ConversationIssue', 'ingestedAt'),
    }),
    clusterId: t.exposeID('clusterId', { nullable: true, description: describe('ConversationIssue', 'clusterId') }),
    conversation: t.field({
      type: Conversation,
      description: 'The conversation that it was found in.',
      resolve: ({ conversationId }, _args, { loaders }) => loaders.get(conversationsById, conversationId),
    }),
    urls: t.field({
      type: ConversationIssueUrls,
      description: 'Addresses of the issue.',
      resolve: (issue) => issue,
    }),
  }),
});

registerNode('ConversationIssue', ({ loaders }, id) => loaders.load(issuesById, id));
