import { builder, type Fields, type InputFields } from '../../graphql/builder.js';
import { textScalar } from '../../graphql/declare-scalars.js';
import { mutation } from '../../graphql/mutation.js';
import { deleteConversation, ingestConversations } from './actions.js';
import { ConversationsIssuesCluster } from './cluster.js';
import { Conversation, ConversationAttributes, ConversationPartType, ConversationRole } from './conversation.js';
import { ConversationIssue } from './issue.js';
import { clustersById, conversationsById, issuesById } from './loaders.js';
import type { ConversationInput as GivenConversation } from './ready-conversation.js';

builder.queryFields((t) => ({
  conversation: t.field({
    type: Conversation,
    nullable: true,
    description: 'A conversation by its id; that of the client is known to its organization.',
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
  description: 'Id that a client gives a conversation: what is ingested again with it replaces that.',
  minLength: 1,
  maxLength: 255,
});

const ConversationSubject = textScalar('ConversationSubject', {
  description: 'What a conversation is about.',
  maxLength: 512,
});

const MetadataUrl = textScalar('ConversationUrl', {
  description: 'Address of a conversation where it took place.',
  maxLength: 2048,
});

const PartInput = builder.inputType('ConversationPartInput', {
  description: 'Something that was said in a conversation.',
  fields: (t) => ({
    type: t.field({ type: ConversationPartType, required: true, description: 'What it is.' }),
    role: t.field({ type: ConversationRole, required: true, description: 'Who said it.' }),
    body: t.string({ required: true, description: 'What was said.' }),
  }),
});

const MetadataInput = builder.inputType('ConversationMetadataInput', {
  description: 'What is known of a conversation beside its texts.',
  fields: (t) => ({
    url: t.field({ type: MetadataUrl, description: 'Address that it has where it took place.' }),
    attributes: t.field({
      type: ConversationAttributes,
      description: 'Names with texts of at most 2,048 characters, at most 100.',
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it took place; default: when it is ingested.' }),
  }),
});

const ConversationInput = builder.inputType('ConversationInput', {
  description: 'A conversation to ingest.',
  fields: (t) => ({
    id: t.field({ type: ConversationId, required: true, description: 'Id of your own.' }),
    subject: t.field({ type: ConversationSubject, description: 'What it is about.' }),
    parts: t.field({
      type: [PartInput],
      required: true,
      description: 'What was said, in its order: at most 1,000 parts, with at most 1,048,576 bytes of text together.',
    }),
    metadata: t.field({ type: MetadataInput, description: 'What is known of it beside.' }),
  }),
});

const inOrganization = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
});

mutation('ingestConversations', {
  description:
    'Ingests conversations, at most 1,000, all or none; they are analysed in the background. One whose id is there already is replaced, and the same again changes nothing.',
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
  action: (input, context) =>
    ingestConversations(context, {
      ...input,
      conversations: input.conversations as unknown as GivenConversation[],
    }),
  payload: {
    description: 'What was ingested.',
    outputFields: (t: Fields<{ ids: string[] }>) => ({
      conversations: t.field({
        type: [Conversation],
        description: 'The conversations, in the order that they were given in.',
        resolve: ({ ids }, _args, { loaders }) => Promise.all(ids.map((id) => loaders.get(conversationsById, id))),
      }),
    }),
  },
});

mutation('deleteConversation', {
  description:
    'Deletes a conversation with what was said in it and its issues, for good; one that is not there is passed over.',
  policy: 'conversation.delete',
  takes: 'Which conversation to delete.',
  input: (t) => ({
    ...inOrganization(t),
    externalId: t.field({ type: ConversationId, required: true, description: 'Id that the client gave it.' }),
  }),
  action: (input, context) => deleteConversation(context, input),
  payload: {
    description: 'What was deleted.',
    outputFields: (t) => ({
      deletedId: t.exposeID('deletedId', { nullable: true, description: 'Id that it had; null where there was none.' }),
    }),
  },
});
