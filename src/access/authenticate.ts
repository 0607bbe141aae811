import { hash } from 'node:crypto';
import { groupBy } from '../platform/arrays/group-by.js';
import { AppError } from '../platform/base/errors.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import { preparedQuery } from '../platform/db/query/prepared-query.js';
import type { Queries, Query } from '../platform/db/query/queries.js';
import { actionsOf, isAgent, operatorScope } from './scopes.js';
import { bypassesSso, isFromLink, type TokenIssuer } from './token-issuers.js';
import { allowedByPolicy, refusalOfToken, type TokenRefusal } from './token-limits.js';
import { anonymous, type Role, type UserViewer, type Viewer } from './viewer.js';

/** Returns the SHA-256 of a token. Only the hash is stored, so read access to the database gives no tokens. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Callback for each use of a valid token or session. It neither waits nor throws. */
export type OnUse = (use: TokenUse) => void;

/** A use of a token or session. */
interface TokenUse {
  id: string;
  /** Stored time of the last use; null for none. */
  lastUsedAt: string | null;
  /** When the person signed in; absent for tokens. */
  signedInAt?: string | undefined;
}

/** A use of a token or session, and the IP address of the request. */
export interface AddressedUse extends TokenUse {
  address: string;
}

/** Caller that a token or a session authenticates. */
export interface Caller {
  viewer: UserViewer;
  /** When the token expires; null if it never does. */
  expiresAt: string | null;
  /** Stored time of the last use; later uses may not be stored yet. */
  lastUsedAt: string | null;
}

/** Callers by the hash of their token, in one batch. The value is an error if the token is invalid. */
export const callersByHash: LoaderDefinition<string, Caller | AppError> = {
  name: 'callersByHash',
  async load(queries, hashes) {
    const rows = groupBy(await queries.all(tokenByHash(queries, hashes)), ({ hash }) => hash);
    return hashes.map((hash) => valueOrError(() => callerFromRows(rows.get(hash) ?? [])));
  },
};

/** Finds the caller of a token by its hash. @throws UNAUTHENTICATED as `authenticate` */
export type FindCaller = (hash: string) => Promise<Caller>;

/** Returns a `FindCaller` that reads each caller in its own batch. */
export function findCallerUnbatched(read: Queries): FindCaller {
  return async (hash) => callerFromRows(await read.all(tokenByHash(read, [hash])));
}

/**
 * Finds the caller of a request. Without a header it returns the anonymous viewer.
 * @throws UNAUTHENTICATED if the header is not a bearer token, or if the token is unknown or expired
 * @throws UNAUTHENTICATED for the secret of a session
 * @throws UNAUTHENTICATED if the user of the token is locked out of every organization
 */
export async function authenticate(find: FindCaller, header: string | undefined, onUse?: OnUse): Promise<Viewer> {
  if (header === undefined) return anonymous;
  const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
  if (!token) throw unauthenticated('The Authorization header must read `Bearer <token>`');
  const caller = await find(hashToken(token));
  if (caller.viewer.signedInAt !== undefined) throw unauthenticated('The access token is unknown');
  return useCaller(caller, onUse);
}

/**
 * Finds the caller of a session by the secret in its cookie; null if the secret belongs to no live session.
 * @throws UNAUTHENTICATED if the person is locked out of every organization
 */
export async function authenticateSession(find: FindCaller, secret: string, onUse?: OnUse): Promise<UserViewer | null> {
  try {
    const caller = await find(hashToken(secret));
    return caller.viewer.signedInAt === undefined ? null : useCaller(caller, onUse);
  } catch (error) {
    if (error instanceof EndedToken) return null;
    throw error;
  }
}

function useCaller(caller: Caller, onUse: OnUse | undefined): UserViewer {
  refuseExpired(caller.expiresAt);
  const { tokenId: id, signedInAt } = caller.viewer;
  onUse?.({ id, lastUsedAt: caller.lastUsedAt, signedInAt });
  return caller.viewer;
}

/**
 * Returns the current state of a viewer, because an action must be allowed at the time of its write.
 * @throws UNAUTHENTICATED
 */
export async function refreshViewer(read: Queries, viewer: UserViewer): Promise<UserViewer> {
  return viewerOf(await read.all(tokenById(read, [viewer.tokenId])));
}

/** Current viewers by the id of their token. The value is an error if the token is no longer valid. */
export const viewersByToken: LoaderDefinition<string, UserViewer | AppError> = {
  name: 'viewersByToken',
  async load(queries, ids) {
    const rows = groupBy(await queries.all(tokenById(queries, ids)), ({ id }) => id);
    return ids.map((id) => valueOrError(() => viewerOf(rows.get(id) ?? [])));
  },
};

/**
 * Finds a row if a token is still valid in an organization and its user has at least the role that it had before. It
 * runs after the lock of the token (`recheckPermissions`).
 */
export const tokenWithRoleQuery = preparedQuery<PreviousRole, { id: string }>((read, value, isIn) =>
  read.sql
    .selectFrom('AccessToken as token')
    .innerJoin('Member as member', 'member.userId', 'token.userId')
    .innerJoin('Organization as organization', 'organization.id', 'member.organizationId')
    .leftJoin('BlockedToken as blocked', (join) =>
      join.onRef('blocked.tokenId', '=', 'token.id').onRef('blocked.organizationId', '=', 'member.organizationId'),
    )
    .where('token.id', '=', value('tokenId'))
    .where(({ eb, or }) => or([eb('token.expiresAt', 'is', null), eb('token.expiresAt', '>=', value('now'))]))
    .where('member.organizationId', '=', value('organizationId'))
    .where(({ eb, or }) =>
      or([eb('member.role', 'is not distinct from', value('role')), isIn('member.role', 'higher')]),
    )
    .where('member.disabled', 'is', false)
    .where('organization.deletedAt', 'is', null)
    .where('blocked.tokenId', 'is', null)
    .where(allowedByPolicy(read, value('now')))
    .where(({ and, eb, or }) =>
      or([
        eb('organization.sso', 'is', false),
        and([
          eb('member.sso', 'is', true),
          eb('token.issuer', '!=', 'link'),
          or([eb('token.issuer', '!=', 'session'), eb('token.organizationId', 'is not', null)]),
        ]),
        eb('token.issuer', 'in', issuersPastSignOn),
      ]),
    )
    .select('token.id'),
);

/** A role that the user of a token had in an organization. */
export interface PreviousRole {
  tokenId: string;
  organizationId: string;
  /** Null for a guest. */
  role: Role | null;
  /** Roles that are higher than `role`. */
  higher: readonly Role[];
  /** Current time, in the stored format. */
  now: string;
}

const issuersPastSignOn = Object.entries(bypassesSso).flatMap(([issuer, passes]) => (passes ? [issuer] : []));

/**
 * Reads tokens with the memberships of their users: one row for each membership. A user without memberships has one row
 * with nulls. A membership of a deleted organization has no `organizationId`; with `deleted`, only these have one.
 */
const tokenBy = (key: 'token.hash' | 'token.id', { deleted = false } = {}) =>
  keyedQuery(({ sql }, inKeys) =>
    sql
      .selectFrom('AccessToken as token')
      .leftJoin('Member as member', (join) =>
        join
          .onRef('member.userId', '=', 'token.userId')
          .on(({ eb, or, ref }) =>
            or([eb('token.organizationId', 'is', null), eb('token.organizationId', '=', ref('member.organizationId'))]),
          ),
      )
      .leftJoin('Organization as organization', (join) =>
        join
          .onRef('organization.id', '=', 'member.organizationId')
          .on('organization.deletedAt', deleted ? 'is not' : 'is', null),
      )
      .leftJoin('BlockedToken as blocked', (join) =>
        join.onRef('blocked.tokenId', '=', 'token.id').onRef('blocked.organizationId', '=', 'member.organizationId'),
      )
      .where(inKeys(key))
      .select([
        'token.id',
        'token.hash',
        'token.userId',
        'token.expiresAt',
        'token.issuer',
        'token.scopes',
        'token.lastUsedAt',
        'token.documents',
        'token.createdAt',
      ])
      .select([
        'token.organizationId as boundTo',
        'organization.id as organizationId',
        'member.role',
        'member.disabled',
      ])
      .select(['member.sso', 'organization.sso as ssoRequired', 'organization.title'])
      .select(['organization.maxTokenDays', 'blocked.blockedAt']),
  );

const tokenByHash = tokenBy('token.hash');
const tokenById = tokenBy('token.id');
const tokenInDeleted = tokenBy('token.id', { deleted: true });

/**
 * Reads the role that a viewer had in a deleted organization, null for a guest. Returns undefined if the viewer is not a
 * member, is locked out, or if the organization is not deleted.
 */
export async function roleInDeleted(
  read: Queries,
  { tokenId }: UserViewer,
  organizationId: string,
): Promise<Role | null | undefined> {
  const rows = await read.all(tokenInDeleted(read, [tokenId]));
  const membership = rows.find((row) => row.organizationId === organizationId);
  return membership && lockedOut(membership) === null ? (membership.role as Role | null) : undefined;
}

type TokenRow = ReturnType<typeof tokenByHash> extends Query<infer Row> ? Row : never;

/**
 * Returns the value, or the error that was thrown. A loader uses it so that one invalid key does not fail the others.
 */
function valueOrError<Value>(make: () => Value): Value | AppError {
  try {
    return make();
  } catch (error) {
    return error as AppError;
  }
}

function callerFromRows(rows: TokenRow[]): Caller {
  const viewer = viewerOf(rows);
  const { expiresAt, lastUsedAt } = rows[0]!;
  return { viewer, expiresAt, lastUsedAt };
}

function refuseExpired(expiresAt: string | null): void {
  if (expiresAt && expiresAt < new Date().toISOString())
    throw new EndedToken(`The access token expired at ${expiresAt}`);
}

function viewerOf(rows: TokenRow[]): UserViewer {
  const token = rows[0];
  if (!token) throw new EndedToken('The access token is unknown; it may have been revoked');
  refuseExpired(token.expiresAt);
  const roles = new Map<string, Role | null>();
  for (const row of rows) {
    if (row.organizationId && !lockedOut(row)) roles.set(row.organizationId, row.role as Role | null);
  }
  if (roles.size === 0) requireSomewhere(rows, token);
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

/** Reports whether the operator gave its own scope to a token. */
function hasOperatorScope({ scopes, issuer }: TokenRow): boolean {
  return issuer === 'operator' && scopes !== null && (scopes as string[]).includes(operatorScope);
}

/**
 * Returns the reason why a membership does not count, or null if it counts. Tokens of the operator pass single sign-on,
 * so that they work when sign-in fails. Sessions from links do not pass, nor do tokens that were created with one. A
 * sign-in by mail still works after the identity provider removed the person. A membership does not count either if an
 * admin blocked the token in the organization, or if the token is older than the organization allows.
 */
function lockedOut(row: TokenRow): LockOut | null {
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
class EndedToken extends AppError {
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }
}

function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}
