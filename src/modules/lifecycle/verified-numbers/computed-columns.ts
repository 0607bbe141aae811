import { type RawBuilder, sql } from 'kysely';
import type { TableWithId } from '../../../platform/db/query/by-id.js';
import type { TableName } from '../../../platform/db/query/rows.js';

/** A column whose value is computed from other rows, or from other columns of its row. */
export interface ComputedColumn {
  table: TableName;
  column: string;
  /** SQL of the value for the row `t`. */
  value: RawBuilder<unknown>;
  /** Table whose row is locked before the value is computed again. Its id is in the first column of the key. */
  lock?: TableWithId;
}

const changeRequests = (status: string) =>
  sql`(select count(*) from "ChangeRequest" as x where x."spaceId" = t."id" and x."status" = ${sql.lit(status)})`;

const openComments = (place: RawBuilder<unknown>) =>
  sql`(select count(*) from "Comment" as x where ${place} and x."threadId" is null and x."status" = 'open')`;

const issues = (counted: RawBuilder<unknown>) =>
  sql`(select count(${counted}) from "ConversationIssue" as x where x."clusterId" = t."id")`;

const ofConversation = (column: string) =>
  sql`(select x.${sql.ref(column)} from "Conversation" as x where x."id" = t."conversationId")`;

const level = sql`case when t."defaultLevel" = 'inherit' and t."parentId" is not null
  then (select x."resolvedLevel" from "Collection" as x where x."id" = t."parentId") else t."defaultLevel" end`;

/** Stored counts. */
export const storedCounts: readonly ComputedColumn[] = [
  { table: 'Space', column: 'changeRequestsOpen', value: changeRequests('open'), lock: 'Space' },
  { table: 'Space', column: 'changeRequestsDraft', value: changeRequests('draft'), lock: 'Space' },
  {
    table: 'Space',
    column: 'commentsOpen',
    value: openComments(sql`x."spaceId" = t."id" and x."changeRequestId" is null`),
    lock: 'Space',
  },
  {
    table: 'ChangeRequest',
    column: 'commentsOpen',
    value: openComments(sql`x."changeRequestId" = t."id"`),
    lock: 'ChangeRequest',
  },
  {
    table: 'SearchSpace',
    column: 'pages',
    value: sql`(select count(*) from "SearchPage" as x where x."spaceId" = t."spaceId")`,
    lock: 'Space',
  },
  {
    table: 'SearchSpace',
    column: 'length',
    value: sql`(select coalesce(sum(x."length"), 0) from "SearchPage" as x where x."spaceId" = t."spaceId")`,
    lock: 'Space',
  },
  {
    table: 'ConversationsIssuesCluster',
    column: 'issueCount',
    value: issues(sql`*`),
    lock: 'ConversationsIssuesCluster',
  },
  {
    table: 'ConversationsIssuesCluster',
    column: 'conversationCount',
    value: issues(sql`distinct x."conversationId"`),
    lock: 'ConversationsIssuesCluster',
  },
  {
    table: 'ConversationAnalysis',
    column: 'lastNumber',
    // The last conversations may have been deleted; their numbers are not used again.
    value: sql`(select case when max(x."number") > t."lastNumber" then max(x."number") else t."lastNumber" end
      from "Conversation" as x where x."organizationId" = t."organizationId")`,
  },
];

// Jobs without an organization may have a queue of their own kind.
const jobQueue = sql`case when t."organizationId" is null then t."queue" else t."lane" || ':' || t."organizationId" end`;

/** Columns that repeat other columns, so that lists can use an index. */
export const repeatedColumns: readonly ComputedColumn[] = [
  { table: 'Collection', column: 'resolvedLevel', value: level, lock: 'Collection' },
  { table: 'Space', column: 'resolvedLevel', value: level, lock: 'Space' },
  {
    table: 'Comment',
    column: 'parentId',
    value: sql`coalesce(t."threadId", t."changeRequestId", t."spaceId")`,
    lock: 'Comment',
  },
  { table: 'ConversationIssue', column: 'number', value: ofConversation('number') },
  { table: 'ConversationIssue', column: 'source', value: ofConversation('source') },
  { table: 'ConversationIssue', column: 'createdAt', value: ofConversation('createdAt') },
  { table: 'ConversationIssue', column: 'ingestedAt', value: ofConversation('ingestedAt') },
  { table: 'Job', column: 'queue', value: jobQueue, lock: 'Job' },
];

/** Columns with whole numbers that no check computes again, with the reason. */
export const otherNumbers: Readonly<Record<string, string>> = {
  'ChangeRequest.edits': 'counts updates only if they resolved conflicts, which no row records',
  'ConversationAnalysis.removals': 'counts rows that no longer exist',
  'ConversationGrouping.number': 'describes a state of the past',
  'ConversationGrouping.removals': 'describes a state of the past',
  'ConversationIssue.position': 'a position in a text that a model wrote',
  'FieldUse.calls': 'counts requests, which have no rows',
  'Job.attempts': 'counts attempts, which have no rows',
  'Job.done': 'progress of a job',
  'Job.total': 'progress of a job',
  'OpenAPISpec.round': 'counts requests, which have no rows',
  'Organization.eventRetention': 'a setting',
  'Organization.jobRetention': 'a setting',
  'Organization.mailRetention': 'a setting',
  'Organization.maxMembers': 'a setting',
  'Organization.maxSpaces': 'a setting',
  'Organization.maxTokenDays': 'a setting',
  'Organization.pdfRetention': 'a setting',
  'Organization.revisionRetention': 'a setting',
  'OrganizationImport.done': 'progress of an import',
  'RateWindow.granted': 'counts requests, which have no rows',
  'RenderedPdf.part': 'a PDF without all its parts is rendered again',
  'RenderedPdf.parts': 'a PDF without all its parts is rendered again',
  'Review.edits': 'describes a state of the past',
  'Revision.removedEdits': 'counts rows that no longer exist',
  'Site.structureVersion': 'only its changes matter',
  'Translation.latestPages': 'describes a run, which has no row',
  'Translation.latestRunDuration': 'describes a run, which has no row',
  'Translation.latestWords': 'describes a run, which has no row',
  'Translation.runWords': 'progress of a run',
  'Translation.runs': 'counts runs, which have no rows',
  'Translation.totalDuration': 'counts runs, which have no rows',
  'Translation.totalPages': 'counts runs, which have no rows',
  'Translation.totalWords': 'counts runs, which have no rows',
};
