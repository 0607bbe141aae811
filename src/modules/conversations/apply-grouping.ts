import { sql } from 'kysely';
import { chunksOf } from '../../platform/arrays/chunks-of.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { Analysis, StoredGrouping } from './analysis.js';
import type { ClusterTexts } from './cluster-words.js';
import { lockConversations } from './lock-conversations.js';
import type { IssueInOrder } from './read-issues.js';
import { recountClusters } from './recount-clusters.js';
import { removeEmptyClusters } from './remove-issues.js';

/** Result of a grouping, with the texts of its groups. */
export interface NewGrouping {
  issues: readonly IssueInOrder[];
  /** Index of the group of each issue; -1 if the issue is similar to no other. */
  groups: Int32Array;
  /** Id of the cluster of each group, old or new. */
  clusters: string[];
  worded: readonly ClusterTexts[];
  grouping: Omit<StoredGrouping, 'clusters'>;
}

/** Maximum numbers of rows of one step, so that its transaction takes only some milliseconds. */
const rowsPerStep = { clusters: 200, issues: 500 };

/**
 * Writes a grouping in short transactions. The last one stores the grouping itself. If the process ends before it, the
 * work is repeated from the stored data, with the same result.
 */
export async function applyGrouping(analysis: Analysis, result: NewGrouping): Promise<void> {
  const words = result.clusters.map((id, group) => ({ id, ...result.worded[group]! }));
  for (const some of chunksOf(words, rowsPerStep.clusters))
    await runStep(analysis, (tx, at) => saveClusterTexts(tx, { ...analysis, some, at }));
  const moves = movesOf(result);
  for (const [index, some] of chunksOf(moves, rowsPerStep.issues).entries()) {
    await runStep(analysis, (tx, at) => moveIssues(tx, some, at));
    await analysis.run.progress(Math.min((index + 1) * rowsPerStep.issues, moves.length), moves.length);
  }
  await runStep(analysis, (tx) => saveGrouping(tx, result));
}

/** Runs one transaction. Until it ends, no other process ingests or deletes conversations. */
async function runStep(
  { store, organizationId, run }: Analysis,
  work: (tx: Transaction, at: Date) => Promise<void>,
): Promise<void> {
  run.signal.throwIfAborted();
  await store.transaction(async (tx) => {
    await lockConversations(tx, organizationId);
    await work(tx, new Date());
  });
}

type WordedCluster = ClusterTexts & { id: string };

/** Inserts new clusters, and updates the texts of existing clusters if they differ. */
async function saveClusterTexts(
  { read }: Transaction,
  { organizationId, some, at }: { organizationId: string; some: readonly WordedCluster[]; at: Date },
): Promise<void> {
  const fresh = { organizationId, issueCount: 0, conversationCount: 0, analysis: 'analysing' };
  const rows = some.map((cluster) => ({ ...cluster, ...fresh, createdAt: at, updatedAt: at }));
  await insertRows({ read }, { table: 'ConversationsIssuesCluster', rows, ignoreExisting: true });
  const values = some.map(
    ({ id, label, summary, icon, basis }) => sql`(${sql.join([id, label, summary, icon, basis ?? ''])})`,
  );
  const c = sql.table('ConversationsIssuesCluster');
  await read.all(sql`update ${c} set "label" = v.column2, "summary" = v.column3, "icon" = v.column4,
      "basis" = nullif(v.column5, ''), "updatedAt" = ${at.toISOString()}
    from (values ${sql.join(values)}) as v where ${c}."id" = v.column1 and (${c}."label" <> v.column2
      or ${c}."summary" <> v.column3 or ${c}."icon" <> v.column4 or coalesce(${c}."basis", '') <> v.column5)`);
}

/** An issue that moves to another cluster. */
export interface Move {
  id: string;
  to: string | null;
}

/**
 * Returns the issues that change their cluster. Issues with the same new cluster are adjacent, so that a step recounts
 * few clusters.
 */
export function movesOf({ issues, groups, clusters }: Pick<NewGrouping, 'issues' | 'groups' | 'clusters'>): Move[] {
  const byGroup = [...issues.keys()].sort((one, other) => groups[one]! - groups[other]! || one - other);
  return byGroup.flatMap((index) => {
    const { id, clusterId } = issues[index]!;
    const to = clusters[groups[index]!] ?? null;
    return clusterId === to ? [] : [{ id, to }];
  });
}

/**
 * Moves issues from their present clusters, which are read from the database, because an attempt that lost its job may
 * still write. An issue stays in its cluster if the new cluster no longer exists.
 */
async function moveIssues({ read }: Transaction, moves: readonly Move[], at: Date): Promise<void> {
  const ids = moves.map(({ id }) => id);
  const query = read.sql.selectFrom('ConversationIssue').select('clusterId').distinct();
  const left = await read.all(query.where(read.inList('id', ids)));
  const values = moves.map(({ id, to }) => sql`(${id}, ${to ?? ''})`);
  await read.all(sql`update "ConversationIssue" set "clusterId" = nullif(v.column2, '')
    from (values ${sql.join(values)}) as v where "ConversationIssue"."id" = v.column1 and (v.column2 = ''
      or exists (select 1 from "ConversationsIssuesCluster" as c where c."id" = v.column2))`);
  const touched = new Set([...left.map(({ clusterId }) => clusterId), ...moves.map(({ to }) => to)]);
  await recountClusters(
    { read },
    [...touched].flatMap((id) => id ?? []),
    { updatedAt: at, analysis: 'analysing' },
  );
}

async function saveGrouping({ read }: Transaction, { grouping, clusters }: NewGrouping): Promise<void> {
  const rows = [{ ...grouping, clusters: JSON.stringify(clusters) }];
  await insertRows({ read }, { table: 'ConversationGrouping', rows, conflictColumns: ['organizationId'] });
  const query = read.sql.selectFrom('ConversationsIssuesCluster').select('id');
  const empty = await read.all(query.where('organizationId', '=', grouping.organizationId).where('issueCount', '=', 0));
  await removeEmptyClusters(
    { read },
    empty.map(({ id }) => id),
  );
}
