import { scopes as allScopes, operatorScope } from '../../../access/scopes.js';
import { AppError, badInput, notFound, operatorOnly } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { resolveUserId } from '../users/find-user.js';
import { deleteToken, findToken } from './actions.js';
import { type IssuedToken, issueToken } from './issue-token.js';
import { checkedExpiry } from './token-expiry.js';
import { checkedScopes, checkedTokenName } from './token-rules.js';

/** Data of a token that the operator creates. */
export interface OperatorToken {
  /** User of the token, by id or e-mail address. */
  user: string;
  name?: string;
  /** Time when the token expires, ISO 8601. */
  expiresAt?: string;
  scopes?: string[];
  /** The only organization where the token is valid; its user must be a member there. */
  organization?: string;
  /** Client whose persisted GraphQL documents are the only ones that the token may send. */
  documents?: string;
}

/**
 * Creates an access token for a user; only the operator may call it. The token also works in organizations that require
 * single sign-on, so that they stay reachable when sign-in fails. The token of a service account is bound to the
 * organization of the account.
 * @throws NOT_FOUND for an unknown or erased user, or an organization that the user is not a member of; BAD_USER_INPUT
 */
export function createToken(actor: Actor, token: OperatorToken): Promise<IssuedToken> {
  requireOperator(actor, 'createToken');
  return runAction(actor, async (unit) => {
    const userId = await resolveUserId(unit.tx.read, token.user);
    const accountOrganizationId = await readAccountOrganization(unit, userId);
    const organizationId = token.organization ?? accountOrganizationId;
    if (organizationId) await requireMember(unit, organizationId, userId);
    return issueToken(unit, {
      userId,
      name: checkedTokenName(token.name ?? 'command line'),
      issuer: 'operator',
      expiresAt: checkedExpiry(token.expiresAt, unit.at),
      scopes: checkedOperatorScopes(token.scopes, organizationId),
      organizationId,
      documents: token.documents ?? null,
    });
  });
}

/**
 * Checks the scopes of a token of the operator.
 * @throws BAD_USER_INPUT, also for the scope `operator` in a token that is bound to an organization
 */
function checkedOperatorScopes(scopes: string[] | undefined, organizationId: string | null): string[] | null {
  const checked = checkedScopes(scopes, allScopes);
  if (organizationId === null || !checked?.includes(operatorScope)) return checked;
  throw badInput('organization', '`organization` must not be set for a token with the scope operator');
}

/** Returns the organization of a service account; null for a person. @throws NOT_FOUND for an erased person */
async function readAccountOrganization({ tx }: UnitOfWork, userId: string): Promise<string | null> {
  await tx.lock('User', userId);
  const user = tx.read.sql.selectFrom('User').select('organizationId').where('id', '=', userId);
  const found = await tx.read.first(user.where('erasedAt', 'is', null));
  if (!found) throw notFound('user', userId);
  return found.organizationId;
}

async function requireMember({ tx }: UnitOfWork, organizationId: string, userId: string): Promise<void> {
  const { read } = tx;
  const query = read.sql.selectFrom('Member').select('userId').where('organizationId', '=', organizationId);
  if (await read.first(query.where('userId', '=', userId))) return;
  throw new AppError(
    'NOT_FOUND',
    `The user ${userId} has no organization with the id ${JSON.stringify(organizationId)}`,
  );
}

/** Returns all tokens of a user, newest first; only the operator may call it. @throws NOT_FOUND for an unknown user */
export function listTokensOfUser(actor: Actor, user: string): Promise<Row<'AccessToken'>[]> {
  requireOperator(actor, 'listTokens');
  return runAction(actor, async (unit) => {
    const { read } = unit.tx;
    const userId = await resolveUserId(read, user);
    const tokens = read.sql.selectFrom('AccessToken').selectAll().where('userId', '=', userId);
    return read.all(tokens.where('issuer', '!=', 'session').orderBy('id', 'desc'));
  });
}

/** Revokes a token of any user by its id; only the operator may call it. @throws NOT_FOUND */
export function revokeToken(actor: Actor, id: string): Promise<void> {
  requireOperator(actor, 'revokeToken');
  return runAction(actor, async (unit) => {
    const token = await findToken(unit, id);
    if (!token || token.issuer === 'session') throw notFound('access token', id);
    await deleteToken(unit, token);
  });
}

function requireOperator({ viewer }: Actor, action: string): void {
  if (viewer.kind !== 'operator') throw operatorOnly(action, "Others' tokens are kept");
}
