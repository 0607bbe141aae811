import { authorize } from '../../../access/policy.js';
import { type AppError, badInput } from '../../../platform/base/errors.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { requireUser } from './actions.js';
import { type IssuedToken, issueToken } from './issue-token.js';
import { requireTokenCount } from './token-count.js';
import { copyBlocks, issuerFor, limitsOf, readCreator } from './token-creator.js';
import { expiryOf } from './token-expiry.js';
import { checkedTokenName, scopesOf } from './token-rules.js';

/** A token that a user creates. An absent field sets no restriction. */
export interface NewToken {
  name: string;
  expiresAt?: string | null;
  scopes?: string[] | null;
  organization?: string | null;
}

/**
 * Creates a token for the caller. The new token cannot have more permissions, more organizations or a later expiry than
 * the calling token; a session sets no expiry. Tokens that are created with a sign-in through single sign-on also count
 * as single sign-on. An expiry policy limits the new token, too, and the new token is blocked where the calling one is.
 * @throws FORBIDDEN for a token with scopes, BAD_USER_INPUT, CONFLICT for a user with 100 live tokens bound to the same
 * organization, or 100 unbound ones
 */
export function createAccessToken(actor: Actor, input: NewToken): Promise<IssuedToken> {
  return runAction(actor, async (unit) => {
    const viewer = requireUser(unit);
    const organizationId = input.organization ?? viewer.organizationId;
    authorize(viewer, 'viewer.manageTokens', { organizationId: viewer.organizationId });
    if (organizationId !== null && !viewer.roles.has(organizationId)) throw notYours(organizationId);
    const scopes = scopesOf(input.scopes);
    const creator = await readCreator(unit, viewer, organizationId);
    const expiresAt = expiryOf(input.expiresAt, unit.at, limitsOf(creator, organizationId, unit.at));
    await requireTokenCount(unit, { userId: viewer.userId, organizationId });
    const issued = await issueToken(unit, {
      userId: viewer.userId,
      name: checkedTokenName(input.name),
      issuer: issuerFor(creator),
      expiresAt,
      scopes,
      organizationId,
      documents: viewer.documents ?? null,
    });
    if (organizationId === null) copyBlocks(unit, creator.own, issued.id);
    return issued;
  });
}

function notYours(organizationId: string): AppError {
  const rule = 'must be one of your organizations that this token works in';
  return badInput('organization', `\`organization\` ${rule} (got ${JSON.stringify(organizationId)})`);
}
