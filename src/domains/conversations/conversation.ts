import { can } from '../../access/policy.js';
import { embedded, type Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { jsonScalar, textScalar } from '../../graphql/declare-scalars.js';
import { describe } from '../../graphql/describe.js';
import { documentedEnum } from '../../graphql/enums.js';
import { registerNode } from '../../graphql/nodes.js';
import type { Row } from '../../store/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { conversationsById, type ConversationPart as Part, partsOfConversations } from './loaders.js';

type ConversationRow = Row<'Conversation'>;

/** Where a conversation came from. */
export const ConversationSource = textScalar('ConversationSource', {
  description:
    'Where a conversation came from: `integration:` with the name and the id of what brought it, or `email`. What is ingested comes from `integration:api:` and the id of the token.',
  pattern: '^(integration:[^:]+:[^:]+|email)$',
});

/** What a client says of a conversation beside its texts. */
export const ConversationAttributes = jsonScalar<{ [name: string]: string }, { [name: string]: string }>(
  'ConversationAttributes',
  {
    description: 'Names with texts of at most 2,048 characters, at most 100.',
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2048 },
    maxProperties: 100,
  },
);

/** Who said something. */
export const ConversationRole = documentedEnum('ConversationRole', 'Who said a part of a conversation.', {
  user: 'Who asked.',
  assistant: 'A program that answers.',
  'team-member': 'A person who answers.',
});

/** What a part of a conversation is. */
export const ConversationPartType = documentedEnum('ConversationPartType', 'What a part of a conversation is.', {
  message: 'Something that was said.',
});

const ConversationPart = builder.objectRef<Part>('ConversationPartMessage').implement({
  description: 'Something that was said in a conversation.',
  extensions: { guard: embedded },
  fields: (t) => ({
    type: t.field({ type: ConversationPartType, description: 'What it is.', resolve: ({ type }) => type }),
    role: t.field({ type: ConversationRole, description: 'Who said it.', resolve: ({ role }) => role }),
    body: t.exposeString('body', { description: 'What was said.' }),
  }),
});

const ConversationMetadata = builder.objectRef<ConversationRow>('ConversationMetadata').implement({
  description: 'What the client says of a conversation beside its texts.',
  extensions: { guard: embedded },
  fields: (t) => ({
    url: t.exposeString('sourceUrl', { nullable: true, description: describe('Conversation', 'sourceUrl') }),
    attributes: t.field({
      type: ConversationAttributes,
      nullable: true,
      description: describe('Conversation', 'attributes'),
      resolve: ({ attributes }) => attributes as { [name: string]: string } | null,
    }),
    createdAt: t.expose('metadataCreatedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Conversation', 'metadataCreatedAt'),
    }),
  }),
});

/** The address in `/v1` of a conversation; the client's id may hold anything. */
const ConversationUrls = addressesType<ConversationRow>('ConversationUrls', {
  location: locationAddress(
    ({ organizationId, externalId }) => `/orgs/${organizationId}/conversations/${encodeURIComponent(externalId)}`,
  ),
  source: {
    description: 'Address that it has where it took place; null where the client tells none that begins with http.',
    nullable: true,
    of: ({ sourceUrl }) => (sourceUrl !== null && isWebAddress(sourceUrl) ? sourceUrl : null),
  },
});

/** Conversations, and what is made of them, are seen by whoever may edit in the organization. */
export const seesConversation: Guard<{ organizationId: string }> = (row, { viewer }) =>
  can(viewer, 'conversation.view', row);

/** A conversation. */
export const Conversation = builder.node(builder.objectRef<ConversationRow>('Conversation'), {
  description: 'What somebody asked elsewhere, and what was answered: ingested to learn what people ask.',
  extensions: { guard: seesConversation, rest: { constants: { object: 'conversation' } } },
  id: { resolve: ({ id }) => id, description: describe('Conversation', 'id') },
  fields: (t) => ({
    externalId: t.exposeString('externalId', { description: describe('Conversation', 'externalId') }),
    subject: t.exposeString('subject', { nullable: true, description: describe('Conversation', 'subject') }),
    source: t.expose('source', { type: ConversationSource, description: 'Where it came from.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('Conversation', 'createdAt') }),
    ingestedAt: t.expose('ingestedAt', { type: 'DateTime', description: describe('Conversation', 'ingestedAt') }),
    processedAt: t.expose('processedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Conversation', 'processedAt'),
    }),
    parts: t.field({
      type: [ConversationPart],
      description: 'What was said, in its order; at most 1,000 parts. It costs a point for 4 KiB.',
      resolve: async ({ id, size }, _args, context) => {
        await context.pay(size);
        return context.loaders.load(partsOfConversations, id);
      },
    }),
    metadata: t.field({
      type: ConversationMetadata,
      description: 'What the client says of it beside.',
      resolve: (conversation) => conversation,
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization that it was ingested into.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    urls: t.field({
      type: ConversationUrls,
      description: 'Addresses of the conversation.',
      resolve: (conversation) => conversation,
    }),
  }),
});

registerNode('Conversation', ({ loaders }, id) => loaders.load(conversationsById, id));

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
