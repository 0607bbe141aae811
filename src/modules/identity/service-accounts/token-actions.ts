import { getRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type IssuedToken, issueToken } from '../tokens/issue-token.js';
import { requireTokenAllowance } from '../tokens/token-count.js';
import { expiryLimitsOf, readCreator } from '../tokens/token-creator.js';
import { checkedExpiry, type ExpiryLimit, limitOfPolicy } from '../tokens/token-expiry.js';
import { checkedScopes, checkedTokenName } from '../tokens/token-rules.js';
import { lockServiceAccount } from './actions.js';

/** Data of a token that an admin creates for a service account. */
export interface ServiceAccountToken {
  serviceAccount: string;
  name: string;
  scopes?: string[] | null;
  expiresAt?: string | null;
}

/**
 * Creates a token for a service account; requires the role admin. The token is bound to the organization of the
 * account. The expiry policy of the organization and the token that creates it limit its expiry. Otherwise a token
 * could renew itself for ever.
 * @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT; CONFLICT for an account with 100 live tokens
 */
export function createServiceAccountToken(actor: Actor, input: ServiceAccountToken): Promise<IssuedToken> {
  return runAction(actor, async (unit) => {
    const { serviceAccount: userId, name, scopes, expiresAt } = input;
    // Lock the user before the organization, as `createAccessToken` does.
    await unit.tx.lock('User', userId);
    const organizationId = await lockServiceAccount(unit, userId);
    const limits = await readExpiryLimits(unit, organizationId);
    await requireTokenAllowance(unit, { userId, organizationId });
    const { viewer } = unit;
    return issueToken(unit, {
      userId,
      name: checkedTokenName(name),
      issuer: 'admin',
      expiresAt: checkedExpiry(expiresAt, unit.at, limits),
      scopes: checkedScopes(scopes),
      organizationId,
      documents: (viewer.kind === 'user' && viewer.documents) || null,
    });
  });
}

/** Returns the limits for the expiry of a token that the viewer creates in an organization. */
async function readExpiryLimits(unit: UnitOfWork, organizationId: string): Promise<(ExpiryLimit | null)[]> {
  const { viewer, at } = unit;
  if (viewer.kind === 'user')
    return expiryLimitsOf(await readCreator(unit, viewer, organizationId), organizationId, at);
  const { maxTokenDays } = await getRow(unit, 'Organization', organizationId);
  return [limitOfPolicy(maxTokenDays, at)];
}
