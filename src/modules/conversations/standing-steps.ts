import type { Transaction } from '../../platform/db/write/transaction.js';
import { type Analysis, makerOf } from './analysis.js';
import { lastGroupingPoint } from './grouping-points.js';
import { lockConversations, type Standing, saveStanding } from './lock-conversations.js';

/** Takes the analysis of an organization over, with the clusters that wait for one; false where another job has it. */
export function takeAnalysis({ store, organizationId, run }: Analysis): Promise<boolean> {
  return store.transaction(async (tx) => {
    const standing = await lockConversations(tx, organizationId);
    if (standing.lastNumber === 0 || (await isHeldByAnother(tx, standing, run.id))) return false;
    await saveStanding(tx, { ...standing, jobId: holderOf(run) });
    await markClusters(tx, organizationId, { from: ['pending'], to: 'analysing' });
    return true;
  });
}

/** An attempt that lost its job to the next one may still end: it leaves nothing that the next one has. */
function holderOf({ id, attempt }: Analysis['run']): string {
  return `${id} ${attempt}`;
}

async function isHeldByAnother({ read }: Transaction, standing: Standing, own: string): Promise<boolean> {
  const jobId = standing.jobId?.split(' ')[0];
  if (jobId === undefined || jobId === own) return false;
  const query = read.sql.selectFrom('Job').select('id').where('id', '=', jobId).where('status', '=', 'running');
  return (await read.first(query.where('lockedUntil', '>', new Date().toISOString()))) !== undefined;
}

/**
 * Ends the analysis; false where something has come meanwhile, which is to be done first. Whoever comes later finds nobody who has
 * it, and takes it.
 */
export function finishAnalysis(analysis: Analysis): Promise<boolean> {
  const { store, organizationId, run } = analysis;
  return store.transaction(async (tx) => {
    const standing = await lockConversations(tx, organizationId);
    if ((await hasPending(tx, organizationId)) || (await isGroupingDue(tx, analysis, standing))) return false;
    if (standing.jobId === holderOf(run)) await saveStanding(tx, { ...standing, jobId: null });
    // What has begun to wait meanwhile waits for nothing more.
    await markClusters(tx, organizationId, { from: ['pending', 'analysing'], to: null });
    return true;
  });
}

/** Leaves an analysis that failed: what it had waits for the next attempt. */
export function leaveAnalysis({ store, organizationId, run }: Analysis): Promise<void> {
  return store.transaction(async (tx) => {
    const standing = await lockConversations(tx, organizationId);
    if (standing.jobId !== holderOf(run)) return;
    await saveStanding(tx, { ...standing, jobId: null });
    await markClusters(tx, organizationId, { from: ['analysing'], to: 'pending' });
  });
}

/**
 * Whether all issues are to be grouped anew: a fixed number of conversations has been reached, something that the grouping was made
 * of is gone, or another model embeds.
 */
export async function isGroupingDue(
  { read }: Pick<Transaction, 'read'>,
  { organizationId, ai }: Analysis,
  { lastNumber, removals }: Standing,
): Promise<boolean> {
  const query = read.sql.selectFrom('ConversationGrouping').select(['number', 'removals', 'maker']);
  const grouping = await read.first(query.where('organizationId', '=', organizationId));
  if (!grouping) return lastNumber > 0;
  const { number, maker } = grouping;
  return number < lastGroupingPoint(lastNumber) || grouping.removals !== removals || maker !== makerOf({ ai });
}

async function hasPending({ read }: Transaction, organizationId: string): Promise<boolean> {
  const query = read.sql.selectFrom('Conversation').select('id').where('organizationId', '=', organizationId);
  return (await read.first(query.where('processedAt', 'is', null).limit(1))) !== undefined;
}

/** Marks clusters of an organization whose analysis stands at one of some points; from null: all of them. */
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
