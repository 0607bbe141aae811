import { requireOperator } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';

/** A service account, as the command line lists it. */
export interface ListedServiceAccount {
  id: string;
  name: string;
  /** Role in the organization; null for a guest. */
  role: string | null;
  disabled: boolean;
  createdAt: string;
}

/**
 * Returns the service accounts of an organization, newest first; only the operator may call it.
 * @throws FORBIDDEN except for the operator, NOT_FOUND for an unknown organization
 */
export function listServiceAccounts(actor: Actor, organizationId: string): Promise<ListedServiceAccount[]> {
  requireOperator(actor.viewer, 'listServiceAccounts', 'Service accounts of all organizations are listed');
  return runAction(actor, async ({ tx: { read } }) => {
    const organization = read.sql.selectFrom('Organization').select('id').where('id', '=', organizationId);
    if (!(await read.first(organization))) throw notFound('organization', organizationId);
    const accounts = read.sql
      .selectFrom('User')
      .innerJoin('Member', 'Member.userId', 'User.id')
      .select(['User.id', 'User.displayName as name', 'Member.role', 'Member.disabled', 'User.createdAt'])
      .where('User.organizationId', '=', organizationId)
      .where('Member.organizationId', '=', organizationId);
    return read.all(accounts.orderBy('User.id', 'desc'));
  });
}
