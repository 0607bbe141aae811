import { hash, randomBytes } from 'node:crypto';
import { limits } from '../../../platform/base/limits.js';

/** Milliseconds from the first step of a sign-in to its expiry; a link by mail works as long. */
export const loginLifetimeMs = 600_000;

/** URL to redirect the browser to, and the secret that it stores until the last step. */
export interface StartedLogin {
  url: string;
  browserSecret: string;
}

/** Result of a sign-in. */
export interface SignedIn {
  /** Secret of the session, for the cookie. */
  sessionSecret: string;
  /** Path of this server to open afterwards; null for none. */
  redirect: string | null;
}

/** The table of the open sign-ins of one kind of provider. */
export interface LoginTable {
  findMany(query: {
    where: { providerId: string };
    orderBy: { createdAt: 'desc' };
    skip: number;
    take: number;
    select: { createdAt: true };
  }): PromiseLike<{ createdAt: Date }[]>;
  deleteMany(query: { where: { providerId: string; createdAt: { lte: Date } } }): PromiseLike<unknown>;
}

/**
 * Deletes the oldest open sign-ins of a provider beyond its limit. If it refused new ones instead, a few IP addresses
 * could lock out all users. Jobs remove expired ones.
 */
export async function endOldestLogins(logins: LoginTable, providerId: string): Promise<void> {
  const [newestBeyond] = await logins.findMany({
    where: { providerId },
    orderBy: { createdAt: 'desc' },
    skip: limits.openLogins.value,
    take: 1,
    select: { createdAt: true },
  });
  if (newestBeyond) await logins.deleteMany({ where: { providerId, createdAt: { lte: newestBeyond.createdAt } } });
}

/** Returns 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a secret. Only the hash is stored, so read access to the database allows no sign-in. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}
