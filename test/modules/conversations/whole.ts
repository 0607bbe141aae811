import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Store } from '../../../src/platform/db/write/store.js';

/** Queries for inconsistent rows of conversations. None of them may find a row. */
const faults = {
  'issues of another version of their conversation': sql`select c."id" from "Conversation" as c
    join "ConversationIssue" as i on i."conversationId" = c."id" where i."number" <> c."number"`,
  'issues of a conversation that is not analysed yet': sql`select i."id" from "ConversationIssue" as i
    join "Conversation" as c on i."conversationId" = c."id" where c."processedAt" is null`,
  'a conversation without its text': sql`select c."id" from "Conversation" as c
    left join "ConversationText" as t on t."conversationId" = c."id" where t."conversationId" is null`,
  'a cluster with wrong counts': sql`select k."id" from "ConversationsIssuesCluster" as k where
    k."issueCount" <> (select count(*) from "ConversationIssue" as i where i."clusterId" = k."id") or
    k."conversationCount" <> (select count(distinct i."conversationId") from "ConversationIssue" as i where i."clusterId" = k."id")`,
  'a conversation with a number above the last one of its organization': sql`select c."id" from "Conversation" as c
    left join "ConversationAnalysis" as a on a."organizationId" = c."organizationId"
    where a."lastNumber" is null or c."number" > a."lastNumber"`,
};

/** Expects the stored rows of all conversations to be consistent. */
export async function expectWholeConversations({ read }: Store): Promise<void> {
  for (const [fault, query] of Object.entries(faults)) expect([fault, await read.all(query)]).toEqual([fault, []]);
}
