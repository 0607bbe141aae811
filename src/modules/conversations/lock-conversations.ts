import type { Row } from '../../platform/db/query/rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';

/** Where the analysis of an organization stands. */
export type Standing = Row<'ConversationAnalysis'>;

/**
 * Keeps others from ingesting, deleting and analysing conversations of an organization until the transaction ends, and reads where
 * its analysis stands. Taken before the locks of rows.
 */
export async function lockConversations(
  { lockName, read }: Pick<Transaction, 'lockName' | 'read'>,
  organizationId: string,
): Promise<Standing> {
  await lockName(`conversations ${organizationId}`);
  const query = read.sql.selectFrom('ConversationAnalysis').selectAll().where('organizationId', '=', organizationId);
  return (await read.first(query)) ?? { organizationId, lastNumber: 0, removals: 0, jobId: null };
}

/** Writes where the analysis of an organization stands, whose conversations are locked. */
export async function saveStanding({ read }: Pick<Transaction, 'read'>, standing: Standing): Promise<void> {
  const { organizationId: _, ...values } = standing;
  await read.all(
    read.sql
      .insertInto('ConversationAnalysis')
      .values(standing)
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(values)),
  );
}
