import type { Transaction } from '../../platform/db/write/transaction.js';
import { type Analysis, embeddingModelOf } from './analysis.js';
import { lastGroupingPoint } from './grouping-points.js';
import { type AnalysisState, lockConversations, saveAnalysisState } from './lock-conversations.js';

/** Takes over the analysis of an organization and marks its waiting clusters. Returns false if another job runs it. */
export function takeAnalysis({ store, organizationId, run }: Analysis): Promise<boolean> {
  return store.transaction(async (tx) => {
    const state = await lockConversations(tx, organizationId);
    if (state.lastNumber === 0 || (await isHeldByAnother(tx, state, run.id))) return false;
    await saveAnalysisState(tx, { ...state, jobId: attemptKey(run) });
    await markClusters(tx, organizationId, { from: ['pending'], to: 'analysing' });
    return true;
  });
}

/**
 * Identifies an attempt. If the next attempt has taken over the job, the earlier one may still be running. It must not
 * release the analysis of the next attempt when it ends.
 */
function attemptKey({ id, attempt }: Analysis['run']): string {
  return `${id} ${attempt}`;
}

async function isHeldByAnother({ read }: Transaction, state: AnalysisState, own: string): Promise<boolean> {
  const jobId = state.jobId?.split(' ')[0];
  if (jobId === undefined || jobId === own) return false;
  const query = read.sql.selectFrom('Job').select('id').where('id', '=', jobId).where('status', '=', 'running');
  return (await read.first(query.where('lockedUntil', '>', new Date().toISOString()))) !== undefined;
}

/**
 * Ends the analysis, or returns false if new work has arrived, which must be done first. If work arrives later, its job
 * starts another analysis.
 */
export function finishAnalysis(analysis: Analysis): Promise<boolean> {
  const { store, organizationId, run } = analysis;
  return store.transaction(async (tx) => {
    const state = await lockConversations(tx, organizationId);
    if ((await hasPending(tx, organizationId)) || (await isGroupingDue(tx, analysis, state))) return false;
    if (state.jobId === attemptKey(run)) await saveAnalysisState(tx, { ...state, jobId: null });
    // No work is left, so this also clears the state of clusters that became pending during the analysis.
    await markClusters(tx, organizationId, { from: ['pending', 'analysing'], to: null });
    return true;
  });
}

/** Releases an analysis that failed, and makes its clusters wait for the next attempt. */
export function releaseAnalysis({ store, organizationId, run }: Analysis): Promise<void> {
  return store.transaction(async (tx) => {
    const state = await lockConversations(tx, organizationId);
    if (state.jobId !== attemptKey(run)) return;
    await saveAnalysisState(tx, { ...state, jobId: null });
    await markClusters(tx, organizationId, { from: ['analysing'], to: 'pending' });
  });
}

/**
 * Reports whether all issues must be grouped again: a regrouping point was reached, conversations of the grouping were
 * removed, or the embedding model changed.
 */
export async function isGroupingDue(
  { read }: Pick<Transaction, 'read'>,
  { organizationId, ai }: Analysis,
  { lastNumber, removals }: AnalysisState,
): Promise<boolean> {
  const query = read.sql.selectFrom('ConversationGrouping').select(['number', 'removals', 'maker']);
  const grouping = await read.first(query.where('organizationId', '=', organizationId));
  if (!grouping) return lastNumber > 0;
  const { number, maker } = grouping;
  return number < lastGroupingPoint(lastNumber) || grouping.removals !== removals || maker !== embeddingModelOf({ ai });
}

async function hasPending({ read }: Transaction, organizationId: string): Promise<boolean> {
  const query = read.sql.selectFrom('Conversation').select('id').where('organizationId', '=', organizationId);
  return (await read.first(query.where('processedAt', 'is', null).limit(1))) !== undefined;
}

/** Sets the state of the clusters of an organization that are in one of the states `from`, or of all if it is null. */
export async function markClusters(
  { read }: Pick<Transaction, 'read'>,
  organizationId: string,
  { from, to }: { from: readonly string[] | null; to: string | null },
): Promise<void> {
  const update = read.sql
    .updateTable('ConversationsIssuesCluster')
    .set({ analysis: to })
    .where('organizationId', '=', organizationId);
  await read.all(from === null ? update : update.where(read.inList('analysis', from)));
}
