import { sql } from 'kysely';
import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';

/** Columns of clusters that are written together with their counts. */
export interface ClusterColumns extends Pick<Row<'ConversationsIssuesCluster'>, 'analysis'> {
  updatedAt: Date;
}

/** Recounts the issues and conversations of some clusters, in one statement. */
export async function recountClusters(
  { read }: Pick<Transaction, 'read'>,
  clusterIds: readonly string[],
  { updatedAt, analysis }: ClusterColumns,
): Promise<void> {
  if (clusterIds.length === 0) return;
  const ofCluster = sql`from "ConversationIssue" as i where i."clusterId" = "ConversationsIssuesCluster"."id"`;
  await read.all(
    read.sql
      .updateTable('ConversationsIssuesCluster')
      .set({
        issueCount: sql<number>`(select count(*) ${ofCluster})`,
        conversationCount: sql<number>`(select count(distinct i."conversationId") ${ofCluster})`,
        updatedAt: updatedAt.toISOString(),
        analysis,
      })
      .where(read.inList('id', clusterIds)),
  );
}
