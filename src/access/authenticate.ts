import { hash } from 'node:crypto';
import { groupBy } from '../platform/arrays/group-by.js';
import type { AppError } from '../platform/base/errors.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import { type TokenRow, tokenByHash, tokenById, tokenInDeleted } from './token-queries.js';
import { EndedToken, lockOutReason, refuseExpired, unauthenticated, viewerOf } from './token-viewer.js';
import { anonymous, type Role, type UserViewer, type Viewer } from './viewer.js';

/** Returns the SHA-256 hash of a token. Only hashes are stored, so a reader of the database cannot use the tokens. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Callback that is called for each use of a valid token or session. It returns at once and does not throw. */
export type OnUse = (use: TokenUse) => void;

/** A use of a token or session. */
interface TokenUse {
  id: string;
  /** Stored time of the last use; null if there is none. */
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

/** Loader of callers by the hash of their token, in one batch. The value is an error if the token is invalid. */
export const callersByHash: LoaderDefinition<string, Caller | AppError> = {
  name: 'callersByHash',
  async load(queries, hashes) {
    const rows = groupBy(await queries.all(tokenByHash(queries, hashes)), ({ hash }) => hash);
    return hashes.map((hash) => valueOrError(() => callerFromRows(rows.get(hash) ?? [])));
  },
};

/**
 * Function that finds the caller of a token by the hash of the token.
 * @throws UNAUTHENTICATED if the token is unknown or expired, or if its user is locked out of every organization
 */
export type FindCaller = (hash: string) => Promise<Caller>;

/** Returns a `FindCaller` that runs a separate query for each caller. */
export function findCallerUnbatched(read: Queries): FindCaller {
  return async (hash) => callerFromRows(await read.all(tokenByHash(read, [hash])));
}

/**
 * Finds the caller of a request. Without a header, it returns the anonymous viewer.
 * @throws UNAUTHENTICATED if the header is not a bearer token, or if the token is unknown or expired
 * @throws UNAUTHENTICATED if the token is the secret of a session, which is valid only in the cookie
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
 * Finds the caller of a session by the secret in its cookie. Returns null if the secret is unknown, or if the session
 * has ended.
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
 * Reads a viewer again, because the permissions of an action are checked at the time of its write.
 * @throws UNAUTHENTICATED if the token is no longer valid
 */
export async function refreshViewer(read: Queries, viewer: UserViewer): Promise<UserViewer> {
  return viewerOf(await read.all(tokenById(read, [viewer.tokenId])));
}

/** Loader of the current viewers by the id of their token. The value is an error if the token is no longer valid. */
export const viewersByToken: LoaderDefinition<string, UserViewer | AppError> = {
  name: 'viewersByToken',
  async load(queries, ids) {
    const rows = groupBy(await queries.all(tokenById(queries, ids)), ({ id }) => id);
    return ids.map((id) => valueOrError(() => viewerOf(rows.get(id) ?? [])));
  },
};

/**
 * Reads the role that a viewer had in a deleted organization; null for a guest. Returns undefined if the viewer was not
 * a member, if it is locked out, or if the organization is not deleted.
 */
export async function roleInDeleted(
  read: Queries,
  { tokenId }: UserViewer,
  organizationId: string,
): Promise<Role | null | undefined> {
  const rows = await read.all(tokenInDeleted(read, [tokenId]));
  const membership = rows.find((row) => row.organizationId === organizationId);
  return membership && lockOutReason(membership) === null ? (membership.role as Role | null) : undefined;
}

/**
 * Returns the result of `compute`, or the error that it throws. Loaders use it, so that one invalid key does not make
 * the other keys fail.
 */
function valueOrError<Value>(compute: () => Value): Value | AppError {
  try {
    return compute();
  } catch (error) {
    return error as AppError;
  }
}

function callerFromRows(rows: TokenRow[]): Caller {
  const viewer = viewerOf(rows);
  const { expiresAt, lastUsedAt } = rows[0]!;
  return { viewer, expiresAt, lastUsedAt };
}
