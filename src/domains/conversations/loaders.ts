import { rowsById } from '../../store/by-id.js';
import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

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

/** What was said in a conversation, by its id. */
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

/** A conversation of an organization by the client's id: keys are made by `externalKey`. */
export const conversationsByExternalId: LoaderDefinition<string, Row<'Conversation'> | null> = {
  name: 'conversationsByExternalId',
  async load(queries, keys) {
    const rows = await queries.all(byExternalId(queries, [...new Set(keys.map(externalIdOf))]));
    const found = new Map(rows.map((row) => [externalKey(row), row]));
    return keys.map((key) => found.get(key) ?? null);
  },
};

/** The key of a client's id in its organization. */
export function externalKey({
  organizationId,
  externalId,
}: Pick<Row<'Conversation'>, 'organizationId' | 'externalId'>): string {
  return `${organizationId} ${externalId}`;
}

const externalIdOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const byExternalId = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('Conversation').selectAll().where(inKeys('externalId')),
);
