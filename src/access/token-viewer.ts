import { AppError } from '../platform/base/errors.js';
import { actionsOf, isAgent, operatorScope } from './scopes.js';
import { bypassesSso, isFromLink, type TokenIssuer } from './token-issuers.js';
import { refusalOfToken, type TokenRefusal } from './token-limits.js';
import type { TokenRow } from './token-queries.js';
import type { Role, UserViewer } from './viewer.js';

/** Refuses a token or session after its end. @throws UNAUTHENTICATED */
export function refuseExpired(expiresAt: string | null): void {
  if (expiresAt && expiresAt < new Date().toISOString())
    throw new EndedToken(`The access token expired at ${expiresAt}`);
}

/**
 * Returns the viewer of a token by its rows. A token with the scope of the operator also works if its user is locked
 * out. So no admin of an organization can stop the operator.
 * @throws UNAUTHENTICATED if the token is unknown or expired, or its user is locked out of every organization
 */
export function viewerOf(rows: TokenRow[]): UserViewer {
  const token = rows[0];
  if (!token) throw new EndedToken('The access token is unknown; it may have been revoked');
  refuseExpired(token.expiresAt);
  const roles = new Map<string, Role | null>();
  for (const row of rows) {
    if (row.organizationId && !lockedOut(row)) roles.set(row.organizationId, row.role as Role | null);
  }
  if (roles.size === 0 && !hasOperatorScope(token)) requireSomewhere(rows, token);
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

/** Reports whether a token was issued by the operator with the scope `operator`. */
function hasOperatorScope({ scopes, issuer }: TokenRow): boolean {
  return issuer === 'operator' && scopes !== null && (scopes as string[]).includes(operatorScope);
}

/**
 * Returns the reason why a membership does not count, or null if it counts. Tokens of the operator pass single sign-on,
 * so that they work when sign-in fails. Sessions from links do not pass, nor do tokens that were created with one. A
 * sign-in by mail still works after the identity provider removed the person. A membership does not count either if an
 * admin blocked the token in the organization, or if the token is older than the organization allows.
 */
export function lockedOut(row: TokenRow): LockOut | null {
  const { disabled, ssoRequired, sso, issuer, boundTo, title } = row;
  if (disabled) return { message: `The user is disabled in the organization ${title}` };
  const isPastSignOn = !ssoRequired || bypassesSso[issuer as TokenIssuer];
  if (isPastSignOn || (sso && !isFromLink(issuer as TokenIssuer, boundTo))) return refusalOfToken(row);
  return { message: `The organization ${title} requires single sign-on: sign in with its identity provider` };
}

/** The reason why a membership does not count. */
type LockOut = Pick<TokenRefusal, 'message'> & Partial<TokenRefusal>;

/**
 * Throws the reason if the user is locked out of all of its organizations. A user without organizations may still join
 * one.
 */
function requireSomewhere(rows: TokenRow[], token: TokenRow): void {
  const reason = rows.map((row) => row.organizationId && lockedOut(row)).find(Boolean);
  if (reason) throw new AppError('UNAUTHENTICATED', reason.message, reason.reason && { reason: reason.reason });
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
