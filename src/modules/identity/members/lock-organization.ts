import { requireRecentSignIn } from '../../../access/policy.js';
import { isOperator } from '../../../access/viewer.js';
import { notFound } from '../../../platform/base/errors.js';
import { findRow, lockTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Locks an organization before a change of its members by the operator, or by an admin with a recent sign-in. Such
 * changes therefore run one at a time; otherwise two of them could remove the last admin.
 * @throws NOT_FOUND; FORBIDDEN, with the reason SIGN_IN_TOO_OLD for an older session
 */
export async function lockForMemberChange(unit: UnitOfWork, organization: string): Promise<void> {
  if (isOperator(unit.viewer)) {
    await unit.tx.lock('Organization', organization);
    if (!(await findRow(unit, 'Organization', organization))) throw notFound('organization', organization);
    return;
  }
  await lockTarget(unit, 'Organization', organization, 'member.update');
  requireRecentSignIn(unit.viewer, 'member.update');
}
