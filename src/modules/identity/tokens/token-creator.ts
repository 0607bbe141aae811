import { followsExpiryPolicy, isFromLink, type TokenIssuer } from '../../../access/token-issuers.js';
import type { UserViewer } from '../../../access/viewer.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { findToken } from './actions.js';
import { type ExpiryLimit, limitOfCreator, limitOfPolicy } from './token-expiry.js';

/** The token or session that a user creates a new token with, and the data that limits the new token. */
export interface TokenCreator {
  token: Row<'AccessToken'>;
  /** Whether its user is a service account. */
  isServiceAccount: boolean;
  /** Expiry policies, in days, of the organizations in which the new token works. */
  policies: number[];
}

/**
 * Reads the viewer's token or session, and the data that limits tokens created with it, in one batch.
 * @param organizationId the organization that the new token is bound to; null for all organizations of the viewer
 */
export async function readCreator(
  { tx }: UnitOfWork,
  { tokenId, userId }: UserViewer,
  organizationId: string | null,
): Promise<TokenCreator> {
  const { read } = tx;
  const policies = read.sql
    .selectFrom('Member')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select('Organization.maxTokenDays')
    .where('Member.userId', '=', userId)
    .where('Organization.maxTokenDays', 'is not', null);
  const [own, user, policyRows] = await Promise.all([
    findToken({ tx }, tokenId),
    read.first(read.sql.selectFrom('User').select('organizationId').where('id', '=', userId)),
    read.all(organizationId === null ? policies : policies.where('Organization.id', '=', organizationId)),
  ]);
  const isServiceAccount = user?.organizationId != null;
  return { token: own!, isServiceAccount, policies: policyRows.map(({ maxTokenDays }) => maxTokenDays!) };
}

/** Returns the issuer of a new token. Its rights are at most those of the token or session that creates it. */
export function issuerFor({ token: own, isServiceAccount }: TokenCreator): TokenIssuer {
  const { issuer, providerId, organizationId } = own;
  if (isServiceAccount) return 'admin';
  if (isFromLink(issuer as TokenIssuer, organizationId)) return 'link';
  return issuer === 'sso' || providerId !== null ? 'sso' : 'user';
}

/**
 * Returns the limits for the expiry of a new token. If expiry policies apply to the creating token, the new token must
 * not work longer than the creating one. Otherwise a policy counts from the creation of the new token, and applies only
 * if the new token is bound to an organization.
 * @param organizationId as for `readCreator`
 * @throws BAD_USER_INPUT for an unbound token, if an organization no longer accepts the creating token
 */
export function expiryLimitsOf(
  { token: own, policies }: TokenCreator,
  organizationId: string | null,
  at: Date,
): (ExpiryLimit | null)[] {
  const { issuer, expiresAt, createdAt } = own;
  if (followsExpiryPolicy[issuer as TokenIssuer]) {
    const limits = policies.map((days) => limitOfPolicy(days, new Date(createdAt)));
    if (limits.some((limit) => limit !== null && new Date(limit.time) <= at)) throw mustBeBoundError();
    return [limitOfCreator(expiresAt), ...limits];
  }
  const ownLimit = issuer === 'session' ? null : limitOfCreator(expiresAt);
  return [ownLimit, ...(organizationId === null ? [] : policies.map((days) => limitOfPolicy(days, at)))];
}

function mustBeBoundError(): Error {
  const reason = 'one of your organizations no longer accepts the token that it is made with';
  return badInput('organization', `\`organization\` must be set, because ${reason} (got null)`);
}

/**
 * Blocks a new unbound token in all organizations that block the creating token. It locks the creating token first, so
 * that no organization can block that token meanwhile.
 */
export function copyBlocks({ tx }: UnitOfWork, { id: creatorId }: Row<'AccessToken'>, tokenId: string): void {
  const { sql } = tx.read;
  tx.bufferLock('AccessToken', creatorId);
  const blocks = sql
    .selectFrom('BlockedToken')
    .select((select) => ['organizationId', select.val(tokenId).as('tokenId'), 'blockedAt'])
    .where('tokenId', '=', creatorId);
  tx.buffer(sql.insertInto('BlockedToken').columns(['organizationId', 'tokenId', 'blockedAt']).expression(blocks));
}
