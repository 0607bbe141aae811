import type { Row } from '../../platform/db/query/rows.js';
import { yieldToEventLoop } from '../../platform/workers/event-loop.js';
import { type Analysis, embeddingModelOf } from './analysis.js';
import { groupedText, itemPage } from './item-pages.js';
import type { ItemPage } from './worker-tasks.js';

/** Columns of an issue that grouping needs. */
export type IssueInOrder = Pick<Row<'ConversationIssue'>, 'id' | 'number' | 'position' | 'clusterId'>;

/** Number of issues that are read in one query. */
const issuesPerQuery = 1000;

/**
 * Returns all issues of an organization in the order of ingestion, with their texts and vectors as pages for a thread.
 */
export async function readIssues(analysis: Analysis): Promise<{ issues: IssueInOrder[]; pages: ItemPage[] }> {
  const issues: IssueInOrder[] = [];
  const pages: ItemPage[] = [];
  for (;;) {
    const rows = await readPage(analysis, issues.at(-1));
    if (rows.length > 0) pages.push(await createItemPage(analysis, rows));
    for (const { id, number, position, clusterId } of rows) issues.push({ id, number, position, clusterId });
    if (rows.length < issuesPerQuery) return { issues, pages };
    await yieldToEventLoop();
  }
}

type ReadIssue = IssueInOrder & Pick<Row<'ConversationIssue'>, 'title' | 'quotes'>;

function readPage({ store: { read }, organizationId }: Analysis, last: IssueInOrder | undefined): Promise<ReadIssue[]> {
  const query = read.sql
    .selectFrom('ConversationIssue')
    .select(['id', 'number', 'position', 'clusterId', 'title', 'quotes'])
    .where('organizationId', '=', organizationId)
    .orderBy('number')
    .orderBy('position')
    .limit(issuesPerQuery);
  if (!last) return read.all(query);
  const { number, position } = last;
  return read.all(
    query.where(({ eb, refTuple, tuple }) => eb(refTuple('number', 'position'), '>', tuple(number, position))),
  );
}

async function createItemPage(analysis: Analysis, rows: readonly ReadIssue[]): Promise<ItemPage> {
  const texts = rows.map(({ title, quotes }) => groupedText({ title, quotes: quotes as unknown as string[] }));
  return itemPage(texts, analysis.ai?.embeddingModel ? await vectorsOf(analysis, rows) : []);
}

async function vectorsOf(
  { store: { read }, ai }: Analysis,
  rows: readonly ReadIssue[],
): Promise<(Uint8Array | undefined)[]> {
  const query = read.sql.selectFrom('ConversationIssueVector').select(['issueId', 'bytes']);
  const ids = rows.map(({ id }) => id);
  const found = await read.all(query.where('maker', '=', embeddingModelOf({ ai })).where(read.inList('issueId', ids)));
  const byIssue = new Map(found.map(({ issueId, bytes }) => [issueId, bytes]));
  return ids.map((id) => byIssue.get(id));
}
