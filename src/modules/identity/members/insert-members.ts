import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A user who becomes a member. */
export interface NewMember {
  userId: string;
  /** Null is a guest. */
  role: string | null;
  /** Whether the member signs in through single sign-on; default: false. */
  sso?: boolean;
}

/** Makes users members of an organization, as of now. None of them may be a member already. */
export async function insertMembers(
  { tx, at }: Pick<UnitOfWork, 'tx' | 'at'>,
  organizationId: string,
  members: readonly NewMember[],
): Promise<void> {
  const rest = { organizationId, disabled: false, joinedAt: at };
  const rows = members.map(({ userId, role, sso = false }) => ({ ...rest, userId, role, sso }));
  await bufferInsertIfFew(tx, { table: 'Member', rows });
}
