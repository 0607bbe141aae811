import type { Samples } from '../shared/samples.js';

const conversation = {
  id: 'ticket-1043',
  subject: 'Card has not arrived',
  parts: [
    { type: 'message', role: 'user', body: 'Hello! I ordered a card two weeks ago and it has still not arrived.' },
    { type: 'message', role: 'team-member', body: 'I am sorry. I have sent you another one.' },
  ],
  metadata: {
    url: 'https://support.acme.example/tickets/1042',
    attributes: { plan: 'pro' },
    createdAt: '2026-01-05T09:30:00.000Z',
  },
};

/** Sample requests for the operations on conversations. */
export const conversationSamples: Samples = {
  listConversationsIssuesClusters: { may: 'edit', query: { orderBy: 'issues', order: 'desc' } },
  getConversationsIssuesCluster: { may: 'edit' },
  listConversations: { may: 'edit' },
  ingestConversation: { may: 'edit', body: [conversation] },
  getConversationById: { may: 'edit' },
  listConversationsIssues: { may: 'edit' },
  getConversationIssueById: { may: 'edit' },
};
