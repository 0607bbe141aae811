import { sql } from 'kysely';
import { newId } from '../../platform/base/ids.js';
import type { Row } from '../../platform/db/query/rows.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { type Analysis, embeddingModelOf, readGrouping, type StoredGrouping } from './analysis.js';
import { inThread } from './analysis-threads.js';
import { embedItems } from './embed-items.js';
import { createExtractor, extractEach } from './extract-each.js';
import { type FoundIssue, writeIssueTexts } from './issue-words.js';
import { groupedText, itemPage } from './item-pages.js';
import { lockConversations } from './lock-conversations.js';
import { recountClusters } from './recount-clusters.js';
import { weekOf } from './weeks.js';

type Pending = Pick<Row<'Conversation'>, 'id' | 'number' | 'subject' | 'source' | 'createdAt' | 'ingestedAt' | 'size'>;

/**
 * Maximum number of conversations of one step, and maximum number of bytes of their texts. A transaction takes some
 * milliseconds. With a configured service, which may fail, a step has fewer conversations (`withService`), so that a
 * failure loses few results.
 */
const stepLimits = { conversations: 200, withService: 20, bytes: 4_194_304 };

/**
 * Extracts the issues of all pending conversations and places them in clusters, in the order of ingestion, several
 * conversations in each step.
 */
export async function processPending(analysis: Analysis): Promise<void> {
  const { run } = analysis;
  const total = await countPending(analysis);
  if (total === 0) return;
  const grouping = await readGrouping(analysis);
  for (let done = 0; ; ) {
    run.signal.throwIfAborted();
    const pending = await nextPending(analysis);
    if (pending.length === 0) return;
    const issues = await findIssues(analysis, pending);
    const placed = grouping ? await placeIssues(analysis.organizationId, issues, grouping) : issues;
    await saveIssues(analysis, pending, placed);
    done += pending.length;
    await run.progress(done, Math.max(done, total));
  }
}

async function countPending({ store: { read }, organizationId }: Analysis): Promise<number> {
  const query = read.sql
    .selectFrom('Conversation')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('processedAt', 'is', null);
  return (await read.first(query))?.count ?? 0;
}

async function nextPending({ store: { read }, organizationId, ai }: Analysis): Promise<Pending[]> {
  const query = read.sql
    .selectFrom('Conversation')
    .select(['id', 'number', 'subject', 'source', 'createdAt', 'ingestedAt', 'size'])
    .where('organizationId', '=', organizationId)
    .where('processedAt', 'is', null)
    .orderBy('number')
    .limit(ai ? stepLimits.withService : stepLimits.conversations);
  let bytes = 0;
  return (await read.all(query)).filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= stepLimits.bytes;
  });
}

/** Returns the issues of some conversations, in the order of the conversations. */
async function findIssues(analysis: Analysis, pending: readonly Pending[]): Promise<FoundIssue[]> {
  const { read } = analysis.store;
  const ids = pending.map(({ id }) => id);
  const query = read.sql
    .selectFrom('ConversationText')
    .select(['conversationId', sql<string>`cast("parts" as text)`.as('said')])
    .where(read.inList('conversationId', ids));
  const texts = new Map((await read.all(query)).map(({ conversationId, said: content }) => [conversationId, content]));
  const content = pending.map(({ id, subject, size }) => ({ subject, parts: texts.get(id) ?? '[]', size }));
  const found = await extractEach(content, analysis.run.signal, createExtractor(analysis.organizationId));
  const issues = found.flatMap((own, index) =>
    own.map((issue, position) => ({
      ...issue,
      id: newId('ConversationIssue'),
      conversation: pending[index]!,
      position,
      clusterId: null,
    })),
  );
  const vectors = await embedItems(analysis, issues.map(groupedText));
  return (await writeIssueTexts(analysis, issues)).map((issue, index) => ({ ...issue, vector: vectors?.[index] }));
}

async function placeIssues(
  tenant: string,
  issues: readonly FoundIssue[],
  { bytes, clusters }: StoredGrouping,
): Promise<FoundIssue[]> {
  if (issues.length === 0) return [];
  const page = itemPage(
    issues.map(groupedText),
    issues.map(({ vector }) => vector),
  );
  const weight = page.texts.length + bytes.length;
  const groups = await inThread({
    name: 'place',
    input: { pages: [page], model: bytes },
    weight,
    tenant,
    pages: [page],
  });
  return issues.map((issue, index) => ({ ...issue, clusterId: clusters[groups[index]!] ?? null }));
}

/** Stores the issues of conversations that are still pending, and marks these conversations as analyzed. */
function saveIssues(analysis: Analysis, pending: readonly Pending[], issues: readonly FoundIssue[]): Promise<void> {
  const { store, organizationId } = analysis;
  return store.transaction(async (tx) => {
    await lockConversations(tx, organizationId);
    const at = new Date();
    const still = await stillPending(tx, pending);
    const clusters = await existingClusters(tx, issues);
    const currentIssues = issues
      .filter(({ conversation }) => still.has(conversation.id))
      .map((issue) => ({ ...issue, clusterId: clusters.has(issue.clusterId!) ? issue.clusterId : null }));
    await insertIssues(tx, analysis, currentIssues);
    const processed = tx.read.sql.updateTable('Conversation').set({ processedAt: at.toISOString() });
    await tx.read.all(processed.where(tx.read.inList('id', [...still])));
    const touched = [...new Set(currentIssues.flatMap(({ clusterId }) => clusterId ?? []))];
    await recountClusters(tx, touched, { updatedAt: at, analysis: 'analysing' });
  });
}

/** Returns the conversations that were neither deleted nor replaced since they were read. */
async function stillPending({ read }: Transaction, pending: readonly Pending[]): Promise<Set<string>> {
  const numbers = new Map(pending.map(({ id, number }) => [id, number]));
  const query = read.sql.selectFrom('Conversation').select(['id', 'number']).where('processedAt', 'is', null);
  const rows = await read.all(query.where(read.inList('id', [...numbers.keys()])));
  return new Set(rows.filter(({ id, number }) => numbers.get(id) === number).map(({ id }) => id));
}

async function existingClusters({ read }: Transaction, issues: readonly FoundIssue[]): Promise<Set<string>> {
  const ids = [...new Set(issues.flatMap(({ clusterId }) => clusterId ?? []))];
  const query = read.sql.selectFrom('ConversationsIssuesCluster').select('id').where(read.inList('id', ids));
  return new Set((await read.all(query)).map(({ id }) => id));
}

async function insertIssues(tx: Transaction, analysis: Analysis, issues: readonly FoundIssue[]): Promise<void> {
  const { organizationId } = analysis;
  const rows = issues.map(({ id, conversation, position, title, summary, quotes, clusterId }) => ({
    ...{ id, organizationId, conversationId: conversation.id, number: conversation.number, position },
    ...{ title, summary, quotes: JSON.stringify(quotes), source: conversation.source },
    ...{ createdAt: new Date(conversation.createdAt), ingestedAt: new Date(conversation.ingestedAt) },
    ...{ week: weekOf(new Date(conversation.createdAt)), clusterId },
  }));
  await insertRows(tx, { table: 'ConversationIssue', rows });
  const vectors = issues.flatMap(({ id, vector }) =>
    vector ? { issueId: id, organizationId, maker: embeddingModelOf(analysis), bytes: vector } : [],
  );
  await insertRows(tx, { table: 'ConversationIssueVector', rows: vectors });
}
