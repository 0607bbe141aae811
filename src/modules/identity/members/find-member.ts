import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** Key of a membership. */
export interface MembershipKey {
  organizationId: string;
  userId: string;
}

/** Reads a membership through the transaction; undefined if the user is not a member of the organization. */
export function findMember(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { organizationId, userId }: MembershipKey,
): Promise<Row<'Member'> | undefined> {
  const all = tx.read.sql.selectFrom('Member').selectAll();
  return tx.read.first(all.where('organizationId', '=', organizationId).where('userId', '=', userId));
}
