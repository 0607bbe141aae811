import type { Transaction } from '../../platform/db/write/transaction.js';
import { recountClusters } from './recount-clusters.js';

/** Conversations whose issues are removed. */
export interface Removal {
  organizationId: string;
  conversationIds: readonly string[];
  at: Date;
}

/**
 * Deletes the issues of conversations with their evidence, and clusters that are left without issues. Runs in the
 * transaction of an action that has locked the conversations. Clusters that lose issues then wait for an analysis.
 * @returns whether the conversations had issues
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

/** Texts of a cluster without issues. They replace its former texts, which may quote deleted conversations. */
const emptyClusterTexts = {
  label: 'No issues',
  summary: 'This cluster has no issues.',
  icon: 'circle-question',
  basis: null,
};

/**
 * Deletes clusters that have no issues and that no change request answers. A cluster that a change request answers
 * stays, with texts that reveal nothing about its former issues.
 */
export async function removeEmptyClusters(
  { read }: Pick<Transaction, 'read'>,
  clusterIds: readonly string[],
): Promise<void> {
  if (clusterIds.length === 0) return;
  const clearTexts = read.sql
    .updateTable('ConversationsIssuesCluster')
    .set(emptyClusterTexts)
    .where('issueCount', '=', 0);
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
  await read.all(clearTexts.where(read.inList('id', clusterIds)).where('label', '<>', emptyClusterTexts.label));
}
