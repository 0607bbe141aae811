import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';

/** State of the analysis of an organization. */
export type AnalysisState = Row<'ConversationAnalysis'>;

/**
 * Locks the conversations of an organization until the transaction ends, and returns the state of their analysis. Other
 * transactions cannot ingest, delete or analyze them meanwhile. Take this lock before locks of rows.
 */
export async function lockConversations(
  { lockName, read }: Pick<Transaction, 'lockName' | 'read'>,
  organizationId: string,
): Promise<AnalysisState> {
  await lockName(`conversations ${organizationId}`);
  const query = read.sql.selectFrom('ConversationAnalysis').selectAll().where('organizationId', '=', organizationId);
  return (await read.first(query)) ?? { organizationId, lastNumber: 0, removals: 0, jobId: null };
}

/** Stores the state of the analysis of an organization whose conversations are locked. */
export async function saveAnalysisState({ read }: Pick<Transaction, 'read'>, state: AnalysisState): Promise<void> {
  const { organizationId: _, ...values } = state;
  await read.all(
    read.sql
      .insertInto('ConversationAnalysis')
      .values(state)
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(values)),
  );
}
