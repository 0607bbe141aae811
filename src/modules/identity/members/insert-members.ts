import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { limitReached } from '../organizations/limit-reached.js';

/** A user who becomes a member. */
export interface NewMember {
  userId: string;
  /** Role in the organization; null for a guest. */
  role: string | null;
  /** Whether the member must sign in through single sign-on; default: false. */
  sso?: boolean;
}

/** The organization that users join, with its limit of members; null for no limit. */
export type JoinedOrganization = Pick<Row<'Organization'>, 'id' | 'maxMembers'>;

/**
 * Adds users to an organization as members. None of them may be a member already. The caller must lock the organization
 * before it reads the row; otherwise two actions could both add the last member that the limit allows.
 * @throws CONFLICT with the reason MEMBER_LIMIT, and for a service account of another organization
 */
export async function insertMembers(
  unit: Pick<UnitOfWork, 'tx' | 'at'>,
  organization: JoinedOrganization,
  members: readonly NewMember[],
): Promise<void> {
  const added = members.map(({ userId }) => userId);
  await Promise.all([
    checkLimit(unit, organization, members.length),
    refuseForeignAccounts(unit, organization.id, added),
  ]);
  const sharedColumns = { organizationId: organization.id, disabled: false, joinedAt: unit.at };
  const rows = members.map(({ userId, role, sso = false }) => ({ ...sharedColumns, userId, role, sso }));
  await bufferInsertIfFew(unit.tx, { table: 'Member', rows });
}

/**
 * Refuses new members beyond the limit of the organization. Guests and disabled members count, too. It counts the
 * members only if there is a limit.
 * @throws CONFLICT with the reason MEMBER_LIMIT
 */
async function checkLimit(
  { tx: { read } }: Pick<UnitOfWork, 'tx'>,
  { id, maxMembers: maximum }: JoinedOrganization,
  added: number,
): Promise<void> {
  if (maximum === null || added === 0) return;
  const members = read.sql.selectFrom('Member').where('organizationId', '=', id);
  const { count } = (await read.first(
    members.select((row) => row.fn.countAll<number>().as('count')),
    { count: 'int' },
  ))!;
  if (count + added > maximum) throw limitReached({ noun: 'member', added, maximum, reason: 'MEMBER_LIMIT' });
}

/** Refuses service accounts that belong to another organization. @throws CONFLICT */
async function refuseForeignAccounts(
  { tx: { read } }: Pick<UnitOfWork, 'tx'>,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  const foreign = read.sql
    .selectFrom('User')
    .select('id')
    .where(read.inList('id', userIds))
    .where('organizationId', '!=', organizationId);
  const [account] = await read.all(foreign.limit(1));
  if (account) throw new AppError('CONFLICT', `The service account ${account.id} belongs to another organization`);
}
