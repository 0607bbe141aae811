import { builder, type Fields, type InputFields } from '../../api/graphql/schema/builder.js';
import { textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../identity/organizations/deleted-payload.js';
import { deleteConversation, type IngestedConversations, ingestConversations } from './actions.js';
import { ConversationsIssuesCluster } from './cluster.js';
import { Conversation } from './conversation.js';
import { ConversationInput } from './conversation-input.js';
import { ConversationIssue } from './issue.js';
import { clustersById, conversationsById, issuesById } from './loaders.js';

builder.queryFields((t) => ({
  conversation: t.field({
    type: Conversation,
    nullable: true,
    description: "A conversation by its id; the client's own id of it is unique in its organization only.",
    args: { id: t.arg.id({ required: true, description: "The conversation's id." }) },
    extensions: { policy: 'guard of Conversation' },
    resolve: (_root, { id }, { loaders }) => loaders.load(conversationsById, id),
  }),
  conversationIssue: t.field({
    type: ConversationIssue,
    nullable: true,
    description: 'An issue by its id.',
    args: { id: t.arg.id({ required: true, description: "The issue's id." }) },
    extensions: { policy: 'guard of ConversationIssue' },
    resolve: (_root, { id }, { loaders }) => loaders.load(issuesById, id),
  }),
  conversationsIssuesCluster: t.field({
    type: ConversationsIssuesCluster,
    nullable: true,
    description: 'A cluster of issues by its id.',
    args: { id: t.arg.id({ required: true, description: "The cluster's id." }) },
    extensions: { policy: 'guard of ConversationsIssuesCluster' },
    resolve: (_root, { id }, { loaders }) => loaders.load(clustersById, id),
  }),
}));

const ConversationId = textScalar('ConversationId', {
  description: 'Id of the conversation, chosen by the client: ingesting the same id again replaces the conversation.',
  minLength: 1,
  maxLength: 255,
});

const inOrganization = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
});

mutation('ingestConversations', {
  description:
    'Ingests conversations, at most 1,000, all or none; they are analysed in the background. A conversation whose id exists is replaced; an identical one changes nothing.',
  policy: 'conversation.ingest',
  takes: 'Conversations to ingest.',
  input: (t) => ({
    ...inOrganization(t),
    conversations: t.field({
      type: [ConversationInput],
      required: true,
      description: 'The conversations, each with an id of its own.',
      extensions: { rest: { wholeBody: true } },
    }),
  }),
  action: (input, context) => ingestConversations(context, input),
  payload: {
    description: 'The ingested conversations.',
    outputFields: (t: Fields<IngestedConversations>) => ({
      changed: t.exposeInt('changed', { description: 'Number of those that are new or have changed.' }),
      conversations: t.field({
        type: [Conversation],
        description: 'The conversations, in the order of the request.',
        resolve: ({ ids }, _args, { loaders }) => Promise.all(ids.map((id) => loaders.get(conversationsById, id))),
      }),
    }),
  },
});

mutation('deleteConversation', {
  description:
    'Deletes a conversation with its messages and its issues, permanently; does nothing if it does not exist.',
  policy: 'conversation.delete',
  takes: 'The conversation to delete.',
  input: (t) => ({
    ...inOrganization(t),
    externalId: t.field({ type: ConversationId, required: true, description: 'Id that the client gave it.' }),
  }),
  action: async (input, context) => ({
    ...(await deleteConversation(context, input)),
    organization: input.organization,
  }),
  payload: deletedPayload('conversation', { mayBeAbsent: true }),
});
