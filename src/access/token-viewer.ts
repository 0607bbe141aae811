import { AppError } from '../platform/base/errors.js';
import { actionsOf, isAgent, operatorScope } from './scopes.js';
import { bypassesSso, isFromLink, type TokenIssuer } from './token-issuers.js';
import { refusalOfToken, type TokenRefusal } from './token-limits.js';
import type { TokenRow } from './token-queries.js';
import type { Role, UserViewer } from './viewer.js';

/** Throws if a token or session has expired. @throws UNAUTHENTICATED */
export function refuseExpired(expiresAt: string | null): void {
  if (expiresAt && expiresAt < new Date().toISOString())
    throw new EndedToken(`The access token expired at ${expiresAt}`);
}

/**
 * Returns the viewer of a token. A token with the scope of the operator also works if its user is locked out: no admin
 * of an organization can stop the operator.
 * @param rows the token, once for each membership of its user
 * @throws UNAUTHENTICATED if the token is unknown or expired, or if its user is locked out of every organization
 */
export function viewerOf(rows: TokenRow[]): UserViewer {
  const token = rows[0];
  if (!token) throw new EndedToken('The access token is unknown; it may have been revoked');
  refuseExpired(token.expiresAt);
  const roles = new Map<string, Role | null>();
  for (const row of rows) {
    if (row.organizationId && !lockOutReason(row)) roles.set(row.organizationId, row.role as Role | null);
  }
  if (roles.size === 0 && !hasOperatorScope(token)) refuseLockedOut(rows, token);
  return {
    kind: 'user',
    userId: token.userId,
    tokenId: token.id,
    roles,
    allowed: token.scopes === null ? null : actionsOf(token.scopes as string[]),
    isAgent: token.scopes !== null && isAgent(token.scopes as string[]),
    organizationId: token.boundTo,
    ...(token.issuer === 'session' && { signedInAt: token.createdAt }),
    ...(hasOperatorScope(token) && { hasOperatorScope: true }),
    ...(token.documents !== null && { documents: token.documents }),
  };
}

/** Reports whether the operator has issued a token with the scope `operator`. */
function hasOperatorScope({ scopes, issuer }: TokenRow): boolean {
  return issuer === 'operator' && scopes !== null && (scopes as string[]).includes(operatorScope);
}

/**
 * Returns the reason why a membership does not count for a token, or null if it counts. It does not count if:
 * - the user is disabled in the organization;
 * - an admin blocked the token there, or the token is older than the organization allows;
 * - the organization requires single sign-on, and the user does not use it. Tokens of issuers in `bypassesSso` are
 *   exempt;
 * - the organization requires single sign-on, and a sign-in link in a mail started the session or created the token.
 *   Such links still work after the identity provider removed the person.
 */
export function lockOutReason(row: TokenRow): LockOut | null {
  const { disabled, ssoRequired, sso, issuer, boundTo, title } = row;
  if (disabled) return { message: `The user is disabled in the organization ${title}` };
  const isExemptFromSso = !ssoRequired || bypassesSso[issuer as TokenIssuer];
  if (isExemptFromSso || (sso && !isFromLink(issuer as TokenIssuer, boundTo))) return refusalOfToken(row);
  return { message: `The organization ${title} requires single sign-on: sign in with its identity provider` };
}

/** The reason why a membership does not count. */
type LockOut = Pick<TokenRefusal, 'message'> & Partial<TokenRefusal>;

/**
 * Throws if a user is locked out of all of its organizations, or has left the organization that its token is bound to.
 * A user without organizations passes, because it may still join one.
 */
function refuseLockedOut(rows: TokenRow[], token: TokenRow): void {
  const lockOut = rows.map((row) => row.organizationId && lockOutReason(row)).find(Boolean);
  if (lockOut) throw new AppError('UNAUTHENTICATED', lockOut.message, lockOut.reason && { reason: lockOut.reason });
  if (token.boundTo)
    throw unauthenticated('The access token works in an organization that its user no longer belongs to');
}

/** Error for a token or session that is unknown or has expired. */
export class EndedToken extends AppError {
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }
}

/** Creates the error for a caller without a valid token. */
export function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}
