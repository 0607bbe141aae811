import { hash, randomBytes } from 'node:crypto';
import { limits } from '../../../platform/base/limits.js';

/** Lifetime of an unfinished sign-in, in milliseconds. A sign-in link in a mail works for the same time. */
export const loginLifetimeMs = 600_000;

/** URL to redirect the browser to, and the secret that the browser stores until the sign-in is complete. */
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

/** The table of open sign-ins for one kind of identity provider. */
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
 * Deletes the oldest open sign-ins of a provider beyond its limit. If new ones were refused instead, a few IP addresses
 * could lock out all users. Jobs delete expired ones.
 */
export async function deleteOldestLogins(logins: LoginTable, providerId: string): Promise<void> {
  const [newestExcess] = await logins.findMany({
    where: { providerId },
    orderBy: { createdAt: 'desc' },
    skip: limits.openLogins.value,
    take: 1,
    select: { createdAt: true },
  });
  if (newestExcess) await logins.deleteMany({ where: { providerId, createdAt: { lte: newestExcess.createdAt } } });
}

/** Returns 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a secret. Only the hash is stored, so read access to the database allows no sign-in. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
