import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { limitReached } from '../organizations/limit-reached.js';

/** A user who becomes a member. */
export interface NewMember {
  userId: string;
  /** Null is a guest. */
  role: string | null;
  /** Whether the member signs in through single sign-on; default: false. */
  sso?: boolean;
}

/** The organization that gets members, with its limit. */
export type JoinedOrganization = Pick<Row<'Organization'>, 'id' | 'maxMembers'>;

/**
 * Makes users members of an organization, as of now. None of them may be a member already. The caller has locked the
 * organization before it read the row, so that two actions cannot both add the last member that the limit allows.
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
  const rest = { organizationId: organization.id, disabled: false, joinedAt: unit.at };
  const rows = members.map(({ userId, role, sso = false }) => ({ ...rest, userId, role, sso }));
  await bufferInsertIfFew(unit.tx, { table: 'Member', rows });
}

/** Counts the members only if there is a limit. Guests and disabled members count, too. */
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

/** A service account belongs to one organization, whichever way others become members. */
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
