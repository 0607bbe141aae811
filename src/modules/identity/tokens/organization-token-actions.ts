import { sql } from 'kysely';
import { requireRecentSignIn } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { deleteToken } from './actions.js';
import { organizationTokens } from './organization-tokens.js';

/** Ids of a token, and of an organization in which it works. */
export interface OrganizationToken {
  organization: string;
  accessToken: string;
}

/**
 * Revokes an access token in an organization: deletes a token that is bound to it, and blocks any other token there.
 * Requires the role admin. Locks the organization before the token, as all actions do.
 * @throws NOT_FOUND, also for a token that does not work in the organization
 * @throws FORBIDDEN, also with the reason SIGN_IN_TOO_OLD
 */
export function revokeOrganizationToken(actor: Actor, input: OrganizationToken): Promise<void> {
  return runAction(actor, async (unit) => {
    const { organization: organizationId, accessToken: tokenId } = input;
    await lockTarget(unit, 'Organization', organizationId, 'member.update');
    requireRecentSignIn(unit.viewer, 'member.update');
    await unit.tx.lock('AccessToken', tokenId);
    const token = await findOrganizationToken(unit, input);
    if (!token) throw notFound('access token', tokenId);
    if (token.organizationId !== null) return deleteToken(unit, token, 'revokeOrganizationToken');
    bufferInsert(unit.tx, { table: 'BlockedToken', rows: [{ organizationId, tokenId, blockedAt: unit.at }] });
    const changes = { name: token.name, user: token.userId };
    unit.record({ organizationId, action: 'revokeOrganizationToken', targetId: tokenId, changes });
  });
}

function findOrganizationToken({ tx: { read } }: UnitOfWork, { organization, accessToken }: OrganizationToken) {
  return read.first(organizationTokens(read, sql`${organization}`).where('AccessToken.id', '=', accessToken));
}
