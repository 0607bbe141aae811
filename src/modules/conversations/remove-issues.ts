import type { Transaction } from '../../platform/db/write/transaction.js';
import { recountClusters } from './recount-clusters.js';

/** What is taken out. */
export interface Removal {
  organizationId: string;
  conversationIds: readonly string[];
  at: Date;
}

/**
 * Removes the issues of conversations with their evidence, and clusters that are left without an issue, in the transaction of
 * an action that has locked them. Clusters that lost some wait for an analysis.
 * @returns whether there were any
 */
export async function removeIssues(
  { read }: Pick<Transaction, 'read'>,
  { organizationId, conversationIds, at }: Removal,
): Promise<boolean> {
  const { sql, inList } = read;
  const found = sql
    .selectFrom('ConversationIssue')
    .select('clusterId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where(inList('conversationId', conversationIds));
  const rows = await read.all(found);
  const clusterIds = rows.flatMap(({ clusterId }) => clusterId ?? []);
  await read.all(
    sql
      .deleteFrom('ConversationIssue')
      .where('organizationId', '=', organizationId)
      .where(inList('conversationId', conversationIds)),
  );
  await recountClusters({ read }, clusterIds, { updatedAt: at, analysis: 'pending' });
  await removeEmptyClusters({ read }, clusterIds);
  return rows.length > 0;
}

/** Texts of a cluster that stays without an issue: its former ones quote what may be gone. */
const emptied = {
  label: 'No issues',
  summary: 'This cluster has no issues.',
  icon: 'circle-question',
  basis: null,
};

/**
 * Removes those of some clusters that have no issue and that no change request answers. Those that one answers stay, with texts that
 * tell nothing of the issues that they had.
 */
export async function removeEmptyClusters(
  { read }: Pick<Transaction, 'read'>,
  clusterIds: readonly string[],
): Promise<void> {
  if (clusterIds.length === 0) return;
  const kept = read.sql.updateTable('ConversationsIssuesCluster').set(emptied).where('issueCount', '=', 0);
  await read.all(
    read.sql
      .deleteFrom('ConversationsIssuesCluster')
      .where(read.inList('id', clusterIds))
      .where('issueCount', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ChangeRequest')
              .select('ChangeRequest.id')
              .whereRef('ChangeRequest.conversationsIssuesClusterId', '=', 'ConversationsIssuesCluster.id'),
          ),
        ),
      ),
  );
  await read.all(kept.where(read.inList('id', clusterIds)).where('label', '<>', emptied.label));
}
