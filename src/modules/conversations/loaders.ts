import { rowsById } from '../../platform/db/query/by-id.js';
import { keyedQuery } from '../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';

/** Conversations by id. */
export const conversationsById = rowsById('Conversation');

/** Issues by id. */
export const issuesById = rowsById('ConversationIssue');

/** Clusters of issues by id. */
export const clustersById = rowsById('ConversationsIssuesCluster');

/** A part of a conversation, as it was ingested. */
export interface ConversationPart {
  type: 'message';
  role: 'user' | 'assistant' | 'team-member';
  body: string;
}

/** Parts of conversations, by the id of the conversation. */
export const partsOfConversations: LoaderDefinition<string, readonly ConversationPart[]> = {
  name: 'partsOfConversations',
  async load(queries, ids) {
    const rows = await queries.all(textsById(queries, ids));
    const found = new Map(rows.map((row) => [row.conversationId, row.parts as unknown as ConversationPart[]]));
    return ids.map((id) => found.get(id) ?? []);
  },
};

const textsById = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('ConversationText').select(['conversationId', 'parts']).where(inKeys('conversationId')),
);

/** Conversations by organization and client id; `externalKey` returns the keys. */
export const conversationsByExternalId: LoaderDefinition<string, Row<'Conversation'> | null> = {
  name: 'conversationsByExternalId',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map(partsOfKey),
      query: (organizationId, externalId) =>
        queries.sql
          .selectFrom('Conversation')
          .selectAll()
          .where('organizationId', '=', organizationId)
          .where('externalId', '=', externalId),
    });
    return rows.map(([row]) => row ?? null);
  },
};

/** Returns the key of a client id in its organization. */
export function externalKey({
  organizationId,
  externalId,
}: Pick<Row<'Conversation'>, 'organizationId' | 'externalId'>): string {
  return `${organizationId} ${externalId}`;
}

/** Splits a key into the organization and the client id, which may contain spaces. */
function partsOfKey(key: string): [organizationId: string, externalId: string] {
  const end = key.indexOf(' ');
  return [key.slice(0, end), key.slice(end + 1)];
}
