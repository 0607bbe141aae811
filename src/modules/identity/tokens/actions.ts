import { authorize, can } from '../../../access/policy.js';
import { isFromLink, type TokenIssuer } from '../../../access/token-issuers.js';
import type { UserViewer } from '../../../access/viewer.js';
import { type AppError, badInput, forbidden, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { findRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { retireIfBootstrap } from './bootstrap.js';
import { type IssuedToken, issueToken } from './issue-token.js';
import { requireTokenCount } from './token-count.js';
import { expiryOf, limitOfCreator, limitOfPolicy } from './token-expiry.js';
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
 * as single sign-on. In an organization with an expiry policy, the policy limits the expiry of a token bound to it.
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
    const { own, isServiceAccount, maxTokenDays } = await readCreator(unit, viewer, organizationId);
    const ownLimit = own.issuer === 'session' ? null : limitOfCreator(own.expiresAt);
    const expiresAt = expiryOf(input.expiresAt, unit.at, [ownLimit, limitOfPolicy(maxTokenDays, unit.at)]);
    await requireTokenCount(unit, { userId: viewer.userId, organizationId });
    return issueToken(unit, {
      userId: viewer.userId,
      name: checkedTokenName(input.name),
      issuer: isServiceAccount ? 'admin' : issuerFor(own),
      expiresAt,
      scopes,
      organizationId,
      documents: viewer.documents ?? null,
    });
  });
}

/** Reads, in one batch, what limits a token that the viewer creates for an organization; null for all organizations. */
async function readCreator(unit: UnitOfWork, { tokenId, userId }: UserViewer, organizationId: string | null) {
  const { read } = unit.tx;
  const user = read.sql.selectFrom('User').select('organizationId').where('id', '=', userId);
  const [own, found, organization] = await Promise.all([
    findToken(unit, tokenId),
    read.first(user),
    organizationId === null ? undefined : findRow(unit, 'Organization', organizationId),
  ]);
  return {
    own: own!,
    isServiceAccount: found?.organizationId != null,
    maxTokenDays: organization?.maxTokenDays ?? null,
  };
}

/** Returns the issuer of a token that a token or session creates. Its rights are at most those of its creator. */
function issuerFor({ issuer, providerId, organizationId }: Row<'AccessToken'>): TokenIssuer {
  if (isFromLink(issuer as TokenIssuer, organizationId)) return 'link';
  return issuer === 'sso' || providerId !== null ? 'sso' : 'user';
}

function requireUser({ viewer }: UnitOfWork): UserViewer {
  if (viewer.kind === 'user') return viewer;
  throw forbidden('The operator creates tokens on the command line: viewer.manageTokens needs a user', {
    action: 'viewer.manageTokens',
    needs: 'user',
  });
}

function notYours(organizationId: string): AppError {
  const rule = 'must be one of your organizations that this token works in';
  return badInput('organization', `\`organization\` ${rule} (got ${JSON.stringify(organizationId)})`);
}

/**
 * Revokes a token of the caller, from the next request on. Every token may revoke itself.
 * @throws NOT_FOUND for a token that belongs to another user or is not visible to the calling token; FORBIDDEN for a
 * token with scopes
 */
export function revokeAccessToken(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const viewer = requireUser(unit);
    const token = await findToken(unit, id);
    const own = token?.userId === viewer.userId && token.issuer !== 'session' && isInBounds(viewer, token);
    if (!own) throw notFound('access token', id);
    if (id !== viewer.tokenId) authorize(viewer, 'viewer.manageTokens', token);
    await deleteToken(unit, token);
  });
}

/**
 * Reports whether a token is visible to the viewer's own token. A token bound to an organization sees only tokens bound
 * to that organization.
 */
function isInBounds(viewer: UserViewer, token: Row<'AccessToken'>): boolean {
  return can({ ...viewer, allowed: null }, 'viewer.viewTokens', token);
}

/** Finds a token by its id, through the transaction. */
export async function findToken({ tx }: UnitOfWork, id: string): Promise<Row<'AccessToken'> | undefined> {
  return tx.read.first(tx.read.sql.selectFrom('AccessToken').selectAll().where('id', '=', id));
}

/**
 * Deletes a token or a session. For a token bound to an organization, records an event in the organization. Locks the
 * organization before the token, which is the order of all actions. An action that uses the token at the same time
 * therefore either commits before the deletion, or fails.
 * @param action name of the event
 */
export async function deleteToken(
  { tx, record }: UnitOfWork,
  token: Row<'AccessToken'>,
  action: EventAction = token.issuer === 'session' ? 'revokeSession' : 'revokeAccessToken',
): Promise<void> {
  const { id, organizationId, name, userId } = token;
  if (organizationId) await tx.lock('Organization', organizationId);
  await tx.lock('AccessToken', id);
  await retireIfBootstrap(tx, token);
  bufferDelete(tx, { table: 'AccessToken', where: { id } });
  if (organizationId) record({ organizationId, action, targetId: id, changes: { name, user: userId } });
}
