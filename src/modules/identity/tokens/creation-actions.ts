import { authorize } from '../../../access/policy.js';
import { type AppError, badInput } from '../../../platform/base/errors.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { requireUser } from './actions.js';
import { type IssuedToken, issueToken } from './issue-token.js';
import { requireTokenAllowance } from './token-count.js';
import { copyBlocks, expiryLimitsOf, issuerFor, readCreator } from './token-creator.js';
import { checkedExpiry } from './token-expiry.js';
import { checkedScopes, checkedTokenName } from './token-rules.js';

/** Data of a token that a user creates. An absent field sets no restriction. */
export interface NewToken {
  name: string;
  expiresAt?: string | null;
  scopes?: string[] | null;
  organization?: string | null;
}

/**
 * Creates a token for the caller. The new token cannot have more permissions, more organizations or a later expiry than
 * the calling token; a calling session does not limit the expiry. A token that was created after single sign-on counts
 * as single sign-on, too. Expiry policies limit the new token. An unbound token is blocked in the organizations that
 * block the calling token.
 * @throws FORBIDDEN for a token with scopes, and with the reason SIGN_IN_TOO_OLD; BAD_USER_INPUT
 * @throws CONFLICT for a user with 100 live tokens bound to the same organization, or 100 unbound ones
 */
export function createAccessToken(actor: Actor, input: NewToken): Promise<IssuedToken> {
  return runAction(actor, async (unit) => {
    const viewer = requireUser(unit);
    const organizationId = input.organization ?? viewer.organizationId;
    authorize(viewer, 'viewer.manageTokens', { organizationId: viewer.organizationId });
    if (organizationId !== null && !viewer.roles.has(organizationId)) throw notYourOrganization(organizationId);
    const scopes = checkedScopes(input.scopes);
    const creator = await readCreator(unit, viewer, organizationId);
    const expiresAt = checkedExpiry(input.expiresAt, unit.at, expiryLimitsOf(creator, organizationId, unit.at));
    await requireTokenAllowance(unit, { userId: viewer.userId, organizationId });
    const issued = await issueToken(unit, {
      userId: viewer.userId,
      name: checkedTokenName(input.name),
      issuer: issuerFor(creator),
      expiresAt,
      scopes,
      organizationId,
      documents: viewer.documents ?? null,
    });
    if (organizationId === null) copyBlocks(unit, creator.token, issued.id);
    return issued;
  });
}

function notYourOrganization(organizationId: string): AppError {
  const rule = 'must be one of your organizations that this token works in';
  return badInput('organization', `\`organization\` ${rule} (got ${JSON.stringify(organizationId)})`);
}
