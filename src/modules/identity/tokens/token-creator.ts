import { followsExpiryPolicy, isFromLink, type TokenIssuer } from '../../../access/token-issuers.js';
import type { UserViewer } from '../../../access/viewer.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { findToken } from './actions.js';
import { type ExpiryLimit, limitOfCreator, limitOfPolicy } from './token-expiry.js';

/** The token or session that creates a token, and what limits the new one. */
export interface TokenCreator {
  own: Row<'AccessToken'>;
  /** Whether its user is a service account. */
  isServiceAccount: boolean;
  /** Expiry policies of the organizations for which the token is created, in days. */
  policies: number[];
}

/**
 * Reads, in one batch, what limits a token that the viewer creates.
 * @param organizationId the organization to which the token is bound; null for all organizations of the viewer
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
  const [own, user, found] = await Promise.all([
    findToken({ tx }, tokenId),
    read.first(read.sql.selectFrom('User').select('organizationId').where('id', '=', userId)),
    read.all(organizationId === null ? policies : policies.where('Organization.id', '=', organizationId)),
  ]);
  const isServiceAccount = user?.organizationId != null;
  return { own: own!, isServiceAccount, policies: found.map(({ maxTokenDays }) => maxTokenDays!) };
}

/** Returns the issuer of a token that a token or session creates. Its rights are at most those of its creator. */
export function issuerFor({ own, isServiceAccount }: TokenCreator): TokenIssuer {
  const { issuer, providerId, organizationId } = own;
  if (isServiceAccount) return 'admin';
  if (isFromLink(issuer as TokenIssuer, organizationId)) return 'link';
  return issuer === 'sso' || providerId !== null ? 'sso' : 'user';
}

/**
 * Returns the limits of the expiry of a new token. A token that an expiry policy limits creates none that works longer
 * than itself. Otherwise the age of the new token alone counts, so that only a bound one has a limit.
 * @param organizationId as for `readCreator`
 * @throws BAD_USER_INPUT for an unbound token, if an organization no longer accepts its creator
 */
export function limitsOf(
  { own, policies }: TokenCreator,
  organizationId: string | null,
  at: Date,
): (ExpiryLimit | null)[] {
  const { issuer, expiresAt, createdAt } = own;
  if (followsExpiryPolicy[issuer as TokenIssuer]) {
    const limits = policies.map((days) => limitOfPolicy(days, new Date(createdAt)));
    if (limits.some((limit) => limit !== null && new Date(limit.time) <= at)) throw mustBeBound();
    return [limitOfCreator(expiresAt), ...limits];
  }
  const ownLimit = issuer === 'session' ? null : limitOfCreator(expiresAt);
  return [ownLimit, ...(organizationId === null ? [] : policies.map((days) => limitOfPolicy(days, at)))];
}

function mustBeBound(): Error {
  const reason = 'one of your organizations no longer accepts the token that it is made with';
  return badInput('organization', `\`organization\` must be set, because ${reason} (got null)`);
}

/**
 * Blocks a new unbound token wherever its creator is blocked. It locks the creator first, so that no organization can
 * block it meanwhile.
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
