import { hash } from 'node:crypto';
import { groupBy } from '../platform/arrays/group-by.js';
import { AppError } from '../platform/base/errors.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import { preparedQuery } from '../platform/db/query/prepared-query.js';
import type { Queries, Query } from '../platform/db/query/queries.js';
import { actionsOf, isAgent } from './scopes.js';
import { passesSignOn, type TokenIssuer } from './token-issuers.js';
import { anonymous, type Role, type UserViewer, type Viewer } from './viewer.js';

/** How a token is stored: its SHA-256, so that reading the database gives no access. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Hears of each use of a valid token, with the time of the last one that is kept. It neither waits nor throws. */
export type OnUse = (tokenId: string, lastUsedAt: string | null) => void;

/** Who a token speaks for. */
export interface Caller {
  viewer: UserViewer;
  /** When the token ends; null where it does not. */
  expiresAt: string | null;
  /** When it was last used, as far as that is kept. */
  lastUsedAt: string | null;
}

/** Callers by the hash of their token; an error where the token is not good. One batch. */
export const callersByHash: LoaderDefinition<string, Caller | AppError> = {
  name: 'callersByHash',
  async load(queries, hashes) {
    const rows = groupBy(await queries.all(tokenByHash(queries, hashes)), ({ hash }) => hash);
    return hashes.map((hash) => orRefusal(() => callerOf(rows.get(hash) ?? [])));
  },
};

/** Finds the caller of a token by its hash. @throws UNAUTHENTICATED as `authenticate` */
export type FindCaller = (hash: string) => Promise<Caller>;

/** Finds callers by themselves, each in one batch. */
export function findAlone(read: Queries): FindCaller {
  return async (hash) => callerOf(await read.all(tokenByHash(read, [hash])));
}

/**
 * Finds who a request speaks for. No header: the anonymous viewer.
 * @throws UNAUTHENTICATED for a header that is no bearer token, for an unknown or expired token, and for one whose user
 * is locked out of every organization.
 */
export async function authenticate(find: FindCaller, header: string | undefined, onUse?: OnUse): Promise<Viewer> {
  if (header === undefined) return anonymous;
  const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
  if (!token) throw refused('The Authorization header must read `Bearer <token>`');
  const { viewer, expiresAt, lastUsedAt } = await find(hashToken(token));
  refuseExpired(expiresAt);
  onUse?.(viewer.tokenId, lastUsedAt);
  return viewer;
}

/** The same viewer as it is now: what an action is allowed is what holds when it writes. @throws UNAUTHENTICATED. */
export async function refreshViewer(read: Queries, viewer: UserViewer): Promise<UserViewer> {
  return viewerOf(await read.all(tokenById(read, [viewer.tokenId])));
}

/** Viewers by the id of their token, as they are now; an error where the token is good no more. */
export const viewersByToken: LoaderDefinition<string, UserViewer | AppError> = {
  name: 'viewersByToken',
  async load(queries, ids) {
    const rows = groupBy(await queries.all(tokenById(queries, ids)), ({ id }) => id);
    return ids.map((id) => orRefusal(() => viewerOf(rows.get(id) ?? [])));
  },
};

/**
 * Finds a row if a token is still valid in an organization, and its user has the role that it had before, or a higher one. It
 * runs after the lock of the token (`recheckPermissions`).
 */
export const stillHolds = preparedQuery<HeldRole, { id: string }>(({ sql }, value, isIn) =>
  sql
    .selectFrom('AccessToken as token')
    .innerJoin('Member as member', 'member.userId', 'token.userId')
    .innerJoin('Organization as organization', 'organization.id', 'member.organizationId')
    .where('token.id', '=', value('tokenId'))
    .where(({ eb, or }) => or([eb('token.expiresAt', 'is', null), eb('token.expiresAt', '>=', value('now'))]))
    .where('member.organizationId', '=', value('organizationId'))
    .where(({ eb, or }) =>
      or([eb('member.role', 'is not distinct from', value('role')), isIn('member.role', 'higher')]),
    )
    .where('member.disabled', 'is', false)
    .where(({ eb, or }) =>
      or([
        eb('organization.sso', 'is', false),
        eb('member.sso', 'is', true),
        eb('token.issuer', 'in', issuersPastSignOn),
      ]),
    )
    .select('token.id'),
);

/** A role in an organization that the user of a token has had. */
export interface HeldRole {
  tokenId: string;
  organizationId: string;
  /** Null: a guest. */
  role: Role | null;
  /** The roles above it. */
  higher: readonly Role[];
  /** As times are stored. */
  now: string;
}

const issuersPastSignOn = Object.entries(passesSignOn).flatMap(([issuer, passes]) => (passes ? [issuer] : []));

/** The token with its user's memberships, one row each; one row with nulls for a user without any. */
const tokenBy = (key: 'token.hash' | 'token.id') =>
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
      .leftJoin('Organization as organization', 'organization.id', 'member.organizationId')
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
      ])
      .select(['token.organizationId as boundTo', 'member.organizationId', 'member.role', 'member.disabled'])
      .select(['member.sso', 'organization.sso as ssoRequired', 'organization.title']),
  );

const tokenByHash = tokenBy('token.hash');
const tokenById = tokenBy('token.id');

type TokenRow = ReturnType<typeof tokenByHash> extends Query<infer Row> ? Row : never;

/** What is made, or why it is refused: the value of a loader for one key, which says nothing of the others. */
function orRefusal<Value>(make: () => Value): Value | AppError {
  try {
    return make();
  } catch (error) {
    return error as AppError;
  }
}

function callerOf(rows: TokenRow[]): Caller {
  const viewer = viewerOf(rows);
  const { expiresAt, lastUsedAt } = rows[0]!;
  return { viewer, expiresAt, lastUsedAt };
}

function refuseExpired(expiresAt: string | null): void {
  if (expiresAt && expiresAt < new Date().toISOString()) throw refused(`The access token expired at ${expiresAt}`);
}

function viewerOf(rows: TokenRow[]): UserViewer {
  const token = rows[0];
  if (!token) throw refused('The access token is unknown; it may have been revoked');
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
    ...(token.documents !== null && { documents: token.documents }),
  };
}

/** Why a membership does not count; null where it does. The operator's tokens are the way back where sign-in fails. */
function lockedOut({ disabled, ssoRequired, sso, issuer, title }: TokenRow): string | null {
  if (disabled) return `The user is disabled in the organization ${title}`;
  if (ssoRequired && !sso && !passesSignOn[issuer as TokenIssuer])
    return `The organization ${title} takes single sign-on: sign in there to get a token`;
  return null;
}

/** A user without organizations may still join one; one that is locked out of all of its own is told why. */
function requireSomewhere(rows: TokenRow[], token: TokenRow): void {
  const reason = rows.map((row) => row.organizationId && lockedOut(row)).find(Boolean);
  if (reason) throw refused(reason);
  if (token.boundTo) throw refused('The access token works in an organization that its user no longer belongs to');
}

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}
