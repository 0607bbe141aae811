import { authorize } from '../../../access/policy.js';
import type { ErrorReason } from '../../../platform/base/error-reasons.js';
import { AppError, lockedOut, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { findRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { emailDomainOf } from '../users/email-domain.js';
import { findMember } from './find-member.js';
import { insertMembers } from './insert-members.js';
import type { JoinResult } from './join-payload.js';

/**
 * Makes the actor a member of an organization that accepts the domain of the actor's verified e-mail address. The new
 * member gets the default role of the organization. Joining again changes nothing.
 * @throws NOT_FOUND, also for a token bound to another organization; BAD_USER_INPUT with the reason
 * EMAIL_DOMAIN_NOT_ALLOWED, or SSO_REQUIRED if the organization requires single sign-on
 * @throws CONFLICT with the reason MEMBER_LIMIT
 * @throws FORBIDDEN for a disabled member, and for a token with scopes that do not include `viewer:join`
 */
export function joinOrganization(actor: Actor, organizationId: string): Promise<JoinResult> {
  return runAction(actor, async (unit) => {
    const { tx, actorId: userId } = unit;
    await tx.lock('Organization', organizationId);
    const organization = await findLiveOrganization(unit, organizationId);
    authorize(unit.viewer, 'viewer.join', { organizationId });
    const key = { organizationId, userId };
    const member = await findMember(unit, key);
    if (member?.disabled) throw disabledError(organization);
    if (member) return { organization: organizationId, user: userId, outcome: 'unchanged' };
    await requireDomain(unit, organization);
    const role = organization.defaultRole;
    await insertMembers(unit, organization, [{ userId, role }]);
    unit.record({ organizationId, action: 'joinOrganization', targetId: userId, changes: { role } });
    return { organization: organizationId, user: userId, outcome: 'joined' };
  });
}

/**
 * Returns the organization.
 * @throws NOT_FOUND for a deleted organization, and for a token bound to another organization
 */
async function findLiveOrganization(unit: UnitOfWork, id: string): Promise<Row<'Organization'>> {
  const { viewer } = unit;
  const isBoundElsewhere = viewer.kind === 'user' && viewer.organizationId !== null && viewer.organizationId !== id;
  const organization = isBoundElsewhere ? undefined : await findRow(unit, 'Organization', id);
  if (!organization || organization.deletedAt !== null) throw notFound('organization', id);
  return organization;
}

function disabledError({ title }: Row<'Organization'>): AppError {
  return lockedOut(`The user is disabled in the organization ${title}`);
}

async function requireDomain({ tx, actorId }: UnitOfWork, organization: Row<'Organization'>): Promise<void> {
  const query = tx.read.sql.selectFrom('User').select(['email', 'emailVerifiedAt']).where('id', '=', actorId);
  const { email, emailVerifiedAt } = (await tx.read.first(query))!;
  if (email === null) throw refusedError('A user without an e-mail address cannot join');
  if (!emailVerifiedAt) throw refusedError(`The e-mail address ${email} is not verified; only verified ones may join`);
  const domain = emailDomainOf(email);
  if (!domain || !(organization.emailDomains as string[]).includes(domain))
    throw refusedError(`The organization does not accept the e-mail domain of ${email}`);
  if (organization.sso)
    throw refusedError('The organization requires single sign-on: sign in with it to join', 'SSO_REQUIRED');
}

function refusedError(message: string, reason: ErrorReason = 'EMAIL_DOMAIN_NOT_ALLOWED'): AppError {
  return new AppError('BAD_USER_INPUT', message, { reason });
}
