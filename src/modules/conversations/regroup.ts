import { matchGroups } from '../../engine/clusters/match.js';
import { newId } from '../../platform/base/ids.js';
import { type Analysis, embeddingModelOf } from './analysis.js';
import { isGroupingDue, markClusters } from './analysis-lease.js';
import { inThread } from './analysis-threads.js';
import { applyGrouping } from './apply-grouping.js';
import { writeClusterTexts } from './cluster-words.js';
import { embedIssues } from './embed-issues.js';
import { lastGroupingPoint } from './grouping-points.js';
import { type AnalysisState, lockConversations } from './lock-conversations.js';
import { readIssues } from './read-issues.js';

/**
 * Groups all issues of an organization again if that is due. The group with most issues of a cluster keeps the id of
 * the cluster. The result depends only on the conversations and their order.
 */
export async function regroupIfDue(analysis: Analysis): Promise<void> {
  const { organizationId, run } = analysis;
  const state = await begin(analysis);
  if (!state) return;
  await embedIssues(analysis);
  run.signal.throwIfAborted();
  const number = lastGroupingPoint(state.lastNumber);
  const { issues, pages } = await readIssues(analysis);
  const groupedCount = issues.findIndex((issue) => issue.number > number);
  const weight = pages.reduce((sum, { texts, vectors }) => sum + texts.length + (vectors?.length ?? 0), 0);
  const input = { pages, formingCount: groupedCount === -1 ? issues.length : groupedCount };
  const { groups, described, model } = await inThread({ name: 'group', input, weight, tenant: organizationId, pages });
  run.signal.throwIfAborted();
  const earlier = [...new Set(issues.flatMap(({ clusterId }) => clusterId ?? []))];
  const places = new Map(earlier.map((id, place) => [id, place]));
  const before = issues.map(({ clusterId }) => (clusterId === null ? -1 : places.get(clusterId)!));
  const continuedCluster = matchGroups(before, groups);
  const clusters = described.map(
    (_, group) => earlier[continuedCluster[group] ?? -1] ?? newId('ConversationsIssuesCluster'),
  );
  const worded = await writeClusterTexts(analysis, { issues, described, clusters });
  const grouping = { organizationId, number, removals: state.removals, maker: embeddingModelOf(analysis) };
  await applyGrouping(analysis, { issues, groups, clusters, worded, grouping: { ...grouping, bytes: model } });
}

/** Marks all clusters as being analyzed and returns the state of the analysis, or null if no grouping is due. */
function begin(analysis: Analysis): Promise<AnalysisState | null> {
  const { store, organizationId } = analysis;
  return store.transaction(async (tx) => {
    const state = await lockConversations(tx, organizationId);
    if (!(await isGroupingDue(tx, analysis, state))) return null;
    await markClusters(tx, organizationId, { from: null, to: 'analysing' });
    return state;
  });
}
