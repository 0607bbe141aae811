import { can } from '../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { jsonScalar, textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { conversationsById, type ConversationPart as Part, partsOfConversations } from './loaders.js';

type ConversationRow = Row<'Conversation'>;

/** Origin of a conversation. */
const ConversationSource = textScalar('ConversationSource', {
  description:
    'Source of a conversation: `integration:` with the name and the id of the integration, or `email`. Ingested conversations have `integration:api:` and the id of the token.',
  pattern: '^(integration:[^:]+:[^:]+|email)$',
});

/** Client data of a conversation in addition to its texts. */
const ConversationAttributes = jsonScalar<{ [name: string]: string }, { [name: string]: string }>(
  'ConversationAttributes',
  {
    description: 'Names with texts of at most 2,048 characters, at most 100.',
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2048 },
    maxProperties: 100,
  },
);

/** Role of a speaker. */
const ConversationRole = documentedEnum('ConversationRole', 'Role of the speaker of a part of a conversation.', {
  user: 'The person who asked.',
  assistant: 'A program that replied.',
  'team-member': 'The author of a reply.',
});

/** Type of a part of a conversation. */
const ConversationPartType = documentedEnum('ConversationPartType', 'Type of a part of a conversation.', {
  message: 'A message.',
});

const ConversationPart = builder.objectRef<Part>('ConversationPartMessage').implement({
  description: 'A message of a conversation.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    type: t.field({ type: ConversationPartType, description: 'Kind.', resolve: ({ type }) => type }),
    role: t.field({ type: ConversationRole, description: 'Role of the speaker.', resolve: ({ role }) => role }),
    body: t.exposeString('body', { description: 'Text of the part.' }),
  }),
});

const ConversationMetadata = builder.objectRef<ConversationRow>('ConversationMetadata').implement({
  description: 'Data about a conversation from the client, in addition to its texts.',
  extensions: { guard: partOfGuardedObject },
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

/** Addresses of a conversation. The client's id may contain any character, so the path encodes it. */
const ConversationUrls = addressesType<ConversationRow>('ConversationUrls', {
  location: locationAddress(
    ({ organizationId, externalId }) => `/orgs/${organizationId}/conversations/${encodeURIComponent(externalId)}`,
  ),
  source: {
    description: 'Address at which it took place; null if the client reported none that begins with http.',
    nullable: true,
    of: ({ sourceUrl }) => (sourceUrl !== null && isWebAddress(sourceUrl) ? sourceUrl : null),
  },
});

/** Guard of conversations and data derived from them: they are visible to viewers who may edit in the organization. */
export const seesConversation: Guard<{ organizationId: string }> = (row, { viewer }) =>
  can(viewer, 'conversation.view', row);

/** A conversation. */
export const Conversation = builder.node(builder.objectRef<ConversationRow>('Conversation'), {
  description:
    'A conversation that took place elsewhere, with questions and answers: it is ingested to learn what people ask.',
  extensions: { guard: seesConversation, rest: { constants: { object: 'conversation' } } },
  id: { resolve: ({ id }) => id, description: describe('Conversation', 'id') },
  fields: (t) => ({
    externalId: t.exposeString('externalId', { description: describe('Conversation', 'externalId') }),
    subject: t.exposeString('subject', { nullable: true, description: describe('Conversation', 'subject') }),
    source: t.expose('source', { type: ConversationSource, description: 'Origin.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('Conversation', 'createdAt') }),
    ingestedAt: t.expose('ingestedAt', { type: 'DateTime', description: describe('Conversation', 'ingestedAt') }),
    processedAt: t.expose('processedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Conversation', 'processedAt'),
    }),
    parts: t.field({
      type: [ConversationPart],
      description: 'Parts of the conversation, in order; at most 1,000. Costs a point for each 4 KiB.',
      resolve: async ({ id, size }, _args, context) => {
        await context.pay(size);
        return context.loaders.load(partsOfConversations, id);
      },
    }),
    metadata: t.field({
      type: ConversationMetadata,
      description: 'Further data from the client.',
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
